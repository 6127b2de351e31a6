"""Members of what torch's classes, and the user's own, are made into: networks, optimizers, loops over data."""

from __future__ import annotations

import textwrap

import pytest
from found_uses import analysis, members


def _forward(body: str, init: str = "pass", parameters: str = "x") -> str:
    return (
        "class Net(nn.Module):\n"
        "    def __init__(self, dim=4, norm_layer=None):\n"
        "        super().__init__()\n" + textwrap.indent(textwrap.dedent(init), " " * 8) + "\n"
        f"    def forward(self, {parameters}):\n" + textwrap.indent(textwrap.dedent(body), " " * 8) + "\n"
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (_forward("return self.conv(x).view(1)", "self.conv = nn.Conv2d(3, 4, 1)"), ["T.view"]),
        (_forward("b, c = x.size()\nx = self.fc(x)\nx.view(b)", "self.fc = nn.Linear(3, 4)"), ["T.size", "T.view"]),
        (_forward("x.mean([2, 3])\nreturn self.norm(x)", "self.norm = (norm_layer or nn.LayerNorm)(dim)"), ["T.mean"]),
        (_forward("x = F.relu(x)\nself.alpha.sum()", "self.alpha = nn.Parameter(torch.ones(1))"), ["T.sum"]),
        (_forward("self.table.sum()", "self.register_buffer('table', torch.ones(1))"), ["M.register_buffer", "T.sum"]),
        (_forward("self.table.sum()", "keep = lambda n, t: self.register_buffer(n, t.float())\nkeep('table', torch.ones(1))"),
         ["M.register_buffer", "T.float", "T.sum"]),
        (_forward("for layer in self.layers:\n    x = layer(x)\nx.sum()", "self.layers = nn.ModuleList([nn.ReLU()])"), ["T.sum"]),
        (_forward("out, (h, c) = self.rnn(x)\nh.view(1)\nF.relu(x)", "self.rnn = nn.LSTM(3, 4)"), ["T.view"]),
        (_forward("y = self.help(x)\ny.sum()\nself.fc(x)\ndef unused(): pass", "self.fc = nn.ReLU()") +
         "    def help(self, z):\n        return z.abs()\n", ["T.sum", "T.abs"]),
        (_forward("return x.shape", parameters="x: torch.Tensor"), ["T.shape"]),
        (_forward("return self.fc.weight.data", "self.fc = nn.Linear(3, 4)"), ["torch.nn.Linear.weight", "T.data"]),
        (_forward("if self.training:\n    return self.eval()"), ["M.training", "M.eval"]),
    ],
)  # fmt: skip
def test_modules_are_followed(text: str, found: list[str]) -> None:
    assert found == members(text)


def test_a_layer_named_as_a_tensor_method_is_no_use() -> None:
    text = _forward("return self.norm(self.relu(x))", "self.norm = nn.LayerNorm(4)\nself.relu = nn.ReLU()")

    assert members(text) == []


def test_a_method_of_the_class_hides_the_module_s() -> None:
    assert members(_forward("return self.apply(x)") + "    def apply(self, x):\n        return 1\n") == []


def test_narrowing_by_isinstance_names_the_class() -> None:
    body = """
    def init(m):
        if isinstance(m, nn.Linear) and m.bias is not None:
            nn.init.zeros_(m.bias)
        elif isinstance(m, (nn.BatchNorm2d, nn.GroupNorm)):
            m.weight
        m.weight
    """

    assert members(body) == ["torch.nn.Linear.bias", "torch.nn.Linear.bias", "torch.nn.BatchNorm2d.weight"]


def test_the_state_of_a_parameter_is_tensors_for_the_most_part() -> None:
    code = """
class Own(torch.optim.Optimizer):
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if len(state) == 0:
                    state["mean"], state["parts"], state["seen"] = torch.zeros_like(p), [], set()
                else:
                    state["mean"] = state["mean"].to(p).add(1)
                state["parts"].append(1), state["parts"].index(1)
                state["seen"].add(p)
                state["step"] += 1
"""
    assert [one for one in members(code) if one.startswith("T.")] == ["T.to", "T.add"]


def test_a_training_loop_is_followed() -> None:
    body = """
    from torch.utils.data import DataLoader
    def train(model, loader, optimizer, criterion, device):
        model.train()
        for step, (images, labels) in enumerate(loader):
            images = images.to(device)
            optimizer.zero_grad()
            loss = criterion(model(images), labels)
            loss.backward()
            optimizer.step()
            total = loss.item()
    def main():
        model = nn.Linear(3, 4).to('cpu')
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
        train(model, DataLoader(data), optimizer, nn.CrossEntropyLoss(), 'cpu')
        scheduler.step()
        print(sum(p.numel() for p in model.parameters() if p.requires_grad))
        for name, p in model.named_parameters():
            p.grad.norm()
    """

    assert members(body) == [
        "M.train", "T.to", "torch.optim.Optimizer.zero_grad", "T.backward", "torch.optim.Optimizer.step", "T.item", "M.to",
        "M.parameters", "torch.optim.lr_scheduler.LRScheduler.step", "T.numel", "M.parameters", "T.requires_grad",
        "M.named_parameters", "T.grad", "T.norm",
    ]  # fmt: skip


def test_super_init_is_the_module_s() -> None:
    found = list(members("class A(nn.Linear):\n    def __init__(self):\n        super().__init__(3, 4)\n"))

    assert found == ["torch.nn.Linear.__init__"]


def test_what_a_trainer_keeps_is_known_by_how_it_is_used() -> None:
    body = """
    class Trainer:
        def __init__(self, model, optimizer, data):
            self.model = model
            self.optimizer = optimizer
            self.data = data
        def step(self, x, y):
            model, data = self.model, self.data
            model.train()
            loss = F.cross_entropy(model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            self.optimizer.step()
    """

    assert members(body) == [
        "M.train", "torch.optim.Optimizer.zero_grad", "T.backward", "M.parameters", "torch.optim.Optimizer.step",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (
            "scaler = torch.amp.GradScaler('cuda')\nscaler.scale(loss).backward()\nscaler.update()",
            ["torch.amp.GradScaler.scale", "T.backward", "torch.amp.GradScaler.update"],
        ),
        (
            "d = torch.distributions.Normal(0, 1)\nd.sample().sum()",
            ["torch.distributions.Normal.sample", "T.sum"],
        ),
        ("g = torch.Generator()\ng.manual_seed(1)", ["torch.Generator.manual_seed"]),
    ],
)
def test_instances_of_other_torch_classes_are_followed(body: str, found: list[str]) -> None:
    assert members(body) == found


_FUNCTION = """
class Scale(torch.autograd.Function):
    @{decorator}
    def forward({first}ctx, x, k):
        ctx.dim = k
        ctx.kept = x.detach()
        ctx.save_for_backward(x)
        return x.clone()
    @{decorator}
    def backward({first}ctx, grad, *more):
        (x,) = ctx.saved_tensors
        ctx.dim
        return grad.sum(), x.mean(), ctx.kept.abs(), more[0].exp()
Scale.apply(torch.ones(2), 3)
"""


@pytest.mark.parametrize(("decorator", "first"), [("staticmethod", ""), ("classmethod", "cls, ")])
def test_an_autograd_function_is_followed(decorator: str, first: str) -> None:
    found = members(_FUNCTION.format(decorator=decorator, first=first))

    assert [one for one in found if one.startswith("T.")] == [
        "T.detach", "T.clone", "T.sum", "T.mean", "T.abs", "T.exp"
    ]  # fmt: skip


def test_properties_with_setters_and_parameters_registered_by_the_user_s_own_method() -> None:
    text = """
class Base(nn.Module):
    def register_parameter(self, name, parameter):
        super().register_parameter(name, parameter)
class Net(Base):
    def __init__(self):
        super().__init__()
        self.register_parameter(name="raw", parameter=nn.Parameter(torch.ones(3)))
    @property
    def scale(self):
        return self.raw.exp()
    @scale.setter
    def scale(self, value: float):
        self.raw.data.fill_(value)
    def forward(self, x):
        return self.scale.sqrt()
"""

    assert [one for one in members(text) if one.startswith("T.")] == ["T.exp", "T.data", "T.fill_", "T.sqrt"]


def test_what_is_loaded_is_what_was_saved() -> None:
    text = """
class Average:
    def __init__(self):
        self.shadow = {}
    def register(self, module: nn.Module):
        for name, p in module.named_parameters():
            self.shadow[name] = p.clone()
    def update(self, name):
        return self.shadow[name].abs()
    def load_state_dict(self, state):
        self.shadow = state
"""

    assert [one for one in members(text) if one.startswith("T.")] == ["T.clone", "T.abs"]


_SEVERAL = """
from functools import partial
def twice(x, k):
    return x.mean() + k.ndim
def half(y, k):
    return y.sum()
class Up:
    def __init__(self, w):
        self.w = w
    def run(self, x):
        return self.w.std() + x.prod()
class Down:
    def __init__(self, w):
        self.w = w
    def run(self, z):
        return z.var()
STEPS = {"up": Up, "down": Down}
def main(name, flag):
    t = torch.ones(3)
    {body}
"""


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("STEPS[name](t).run(t).argmax()", ["T.std", "T.prod", "T.var", "T.argmax"]),
        ("{'a': twice, 'b': half}[name](t, t).argmax()", ["T.mean", "T.ndim", "T.sum", "T.argmax"]),
        ("f = twice if flag else half\n    f(t, k=t).argmax()", ["T.mean", "T.ndim", "T.sum", "T.argmax"]),
        ("f = partial(twice, k=t)\n    f(t).argmax()", ["T.mean", "T.ndim", "T.argmax"]),
        ("f = partial(partial(twice, t), k=t)\n    f().argmax()", ["T.mean", "T.ndim", "T.argmax"]),
        ("f = (lambda x: x.argmin()) if flag else (lambda x: x)\n    f(t).argmax()", ["T.argmin", "T.argmax"]),
        ("f = twice if flag else len\n    f(t, 3).argmax()", ["T.argmax"]),
        ("STEPS[name](3).run(3).argmax()", []),
        ("STEPS[name](t).missing.argmax()", ["T.std"]),
    ],
)
def test_what_one_of_several_is_given_reaches_all_of_them(body: str, found: list[str]) -> None:
    assert [one for one in members(_SEVERAL.replace("{body}", body)) if one.startswith("T.")] == found


_MOVED = """
class Trainer:
    def __init__(self, loader, model):
        self.loader = loader
        self.model = model.to("cuda:0")
    def fit(self, models, device):
        self.model.parameters()
        {body}
"""


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("for i, (x, y) in enumerate(self.loader):\n            x.to(device).sum()", ["T.to", "T.sum"]),
        (
            "for batch in self.loader:\n            x, y = batch\n            x = x.cuda()\n            x.size()",
            ["T.cuda", "T.size"],
        ),
        ("for net in models:\n            net.to(device).sum()", []),
        ("for one in self.loader:\n            one = one.to(device)\n            one['x']", ["T.to?"]),
        ("for one in self.loader:\n            one.cuda()\n            one(2)", ["T.cuda?"]),
        ("for one in self.loader:\n            one.to('utf-8')\n            one.cpu()", []),
        ("for one in self.loader:\n            one.to(device)", ["T.to?"]),
        ("for one in self.loader:\n            two = one.to(device)", ["T.to"]),
        ("self.model.zero_grad()", []),
    ],
)
def test_what_a_loop_gives_and_moves_to_a_device_is_a_tensor(body: str, found: list[str]) -> None:
    marks = [one for one in members(_MOVED.replace("{body}", body)) if one.startswith("T.")]

    assert marks == found


def test_what_a_loop_of_a_script_gives_is_told_by_the_script_alone() -> None:
    text = "def other(x):\n    return x['y']\nfor x in load():\n    x = x.cuda()\n    x.size()\n"

    assert members(text) == ["T.cuda", "T.size"]
    assert members(text + "    x['y']\n") == ["T.cuda?"]


_KEPT = """
class Trainer:
    def __init__(self, options):
        self.net = build(options)

    def train(self):
        self.net.train()

    def valid(self):
        self.net.eval()
        {}
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("net = make()\nnet = net.to(device)\nnet.eval()\nnet(1)", ["M.to", "M.eval"]),
        ("net = kept['net']\nnet.load_state_dict(state)\nnet.train()\nnet(1)", ["M.load_state_dict", "M.train"]),
        (
            "def f(make, o):\n    net = make()\n    o(net.parameters())\n    return net.cuda()",
            ["M.parameters", "M.cuda"],
        ),
        ("def f(net):\n    for m in net.modules():\n        m.eval()", ["M.modules", "M.eval"]),
        ("net = torch.load('net.pt')\nnet.eval()\nnet.cpu()\nnet(1)", ["M.eval", "M.cpu"]),
        (_KEPT.format("self.net(1)"), ["M.train", "M.eval"]),
        (_KEPT.format("self.net.to(self.device)"), ["M.train", "M.eval", "M.to"]),
        (_KEPT.format("self.net.parameters()"), ["M.train", "M.eval", "M.parameters"]),
        (_KEPT.format("pass"), []),
        (_KEPT.format("self.net(1), self.net.step()"), []),
        (_KEPT.format("self.net['part'](1), self.net(1)"), []),
        (_KEPT.format("self.other(1)"), []),
        (_KEPT.format("self.net(1), self.net.eval('a + b')"), []),
        ("kept = torch.load('net.pt')\nkept.update(a)\nkept['net'](1)", []),
        ("frame = make()\nframe.eval('a + b')\nframe.query('a')", []),
        ("trainer = make()\ntrainer.train()\ntrainer.eval()", []),
        ("optimizer = make()\noptimizer.step()\noptimizer.load_state_dict(optimizer.state_dict())", []),
        ("net = make()\nnet.train()\ndef f():\n    net.eval()\n    net(1)", ["M.eval"]),
    ],
)
def test_what_is_moved_trained_and_called_is_a_module(text: str, expected: list[str]) -> None:
    found = analysis(f"import torch\n{text}\n")
    certain = [
        use.api for use in found.uses if use.api.startswith("torch.nn.Module.") and use.certainty.value == "inferred"
    ]

    assert certain == [name.replace("M.", "torch.nn.Module.") for name in expected]


@pytest.mark.parametrize(
    "init",
    [
        "keep = lambda n, t: print(n, t)\nkeep('table', torch.ones(1))",
        "name = 'other'\nkeep = lambda n, t: self.register_buffer(name, t)\nkeep('table', torch.ones(1))",
        "keep = lambda n, t: self.register_buffer(n, t)\nkeep(*['table'], torch.ones(1))",
        "keep = lambda n, t: self.put(n, t)\nkeep('table', torch.ones(1))",
    ],
)
def test_what_a_lambda_does_not_register_under_a_name_is_not_there(init: str) -> None:
    text = _forward("self.table.sum()", init) + "    def put(self, n, t):\n        self.register_buffer('a', n)\n"

    assert "T.sum" not in members(text)


@pytest.mark.parametrize("name", ["model", "best_model", "self.net", "netG", "policy_net", "Model()", "encoder2"])
def test_what_is_called_like_a_module_is_guessed_to_be_one(name: str) -> None:
    assert members(f"{name}.to(device)") == ["M.to?"]


@pytest.mark.parametrize("name", ["images", "model_input", "network_state", "self.nets"])
def test_what_is_called_otherwise_is_not(name: str) -> None:
    assert members(f"{name}.to(device)") == ["T.to?"]


def test_what_is_called_like_a_module_is_what_it_is_used_as() -> None:
    made = (
        "def f(self):\n    net = {}(3).to(device)\n    net.eval()\n    net.load_state_dict(3)\n    net.parameters()\n"
    )
    assert members(made.format("define_network")) == members(made.format("define")) != []
    assert members("def f(self, x):\n    return x * get_model().to(device)\n") == ["T.to"]


def test_what_torchs_own_functions_between_devices_give_are_tensors() -> None:
    text = (
        "from torch.nn.parallel._functions import Broadcast, Gather, ReduceAddCoalesced, Scatter\n"
        "a, b = ReduceAddCoalesced.apply(0, 2, *parts)\n(a / 2).data\nb.t()\nBroadcast.apply([0], a)[0].sinh()\n"
        "Gather.apply(0, 0, a).cosh()\nScatter.apply([0], None, 0, a)[0].tan()\n"
    )

    assert members(text) == ["T.data", "T.t", "T.sinh", "T.cosh", "T.tan"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "from torch.distributed.tensor import DTensor\ndef f(x: torch.Tensor):\n    if isinstance(x, DTensor):\n"
            "        x = x.full_tensor()\n    return x.t()",
            ["T.t"],
        ),
        (
            "from torch.distributed.tensor import DTensor, distribute_tensor\nx = DTensor.from_local(load())\nx.t()\n"
            "x.redistribute(placements=[]).sin()\ndistribute_tensor(x, mesh).to_local().cos()",
            ["T.t", "T.sin", "T.cos"],
        ),
        (
            "from torchdata.stateful_dataloader import StatefulDataLoader\nbatches = iter(StatefulDataLoader(data))\n"
            "batch = next(batches)\n(batch['a'] != 3).sum()",
            ["T.sum"],
        ),
        (
            "from torchdata.stateful_dataloader import StatefulDataLoader\nbatches = iter(StatefulDataLoader(data, collate_fn=given))\n"
            "batch = next(batches)\n(batch['a'] != 3).sum()",
            ["T.sum"],
        ),
        (
            "from torchdata.stateful_dataloader import StatefulDataLoader\ndef made() -> StatefulDataLoader: ...\n"
            "for batch in made():\n    (batch['a'] != 3).sum()",
            ["T.sum"],
        ),
        ("def f(matrix):\n    nn.Embedding.from_pretrained(matrix)\n    matrix.shape", ["T.shape"]),
        (
            "class D(torch.autograd.function.InplaceFunction):\n    @staticmethod\n    def backward(ctx, grad):\n"
            "        return grad.mul(2)",
            ["T.mul"],
        ),
        ("def f(x: torch.Tensor):\n    return next(iter(x.values())).shape", ["T.shape"]),
        ("def f(a, t):\n    b, *_ = t.shape\n    return a.gather(-1, t)", ["T.shape", "T.gather"]),
        ("def f(x, mask):\n    mask.shape\n    return x.masked_fill(mask, 0)", ["T.shape", "T.masked_fill"]),
        ("def f(x, fill):\n    fill.shape\n    return x.masked_fill(x > 1, fill)", ["T.masked_fill"]),
        ("import torch.distributed as dist\ndef f(x, xs):\n    xs.shape\n    return dist.gather(x, xs)", []),
        (
            "import numpy as np\nimport zarr\nfrom typing import Union\ndef f(x: Union[torch.Tensor, np.ndarray, zarr.Array], kind):\n"
            "    if isinstance(x, zarr.Array):\n        x = x[:]\n    if isinstance(x, np.ndarray):\n"
            "        x = torch.from_numpy(x)\n    return x.type(kind).mean(0)",
            ["T.type", "T.mean"],
        ),
        ("def f(x: torch.Tensor):\n    return x.to_sparse().values().t()", ["T.to_sparse", "T.values", "T.t"]),
        ("def f(x: torch.Tensor):\n    return F.relu(x.data), x.batch_sizes", []),
        ("def f(self, x):\n    y = self.parts(x)\n    return F.relu(y.data), y.batch_sizes", []),
        ("def f(x):\n    return torch.ones(x.data), x.batch_sizes, x.data.exp()", ["T.exp"]),
    ],
)
def test_tensors_by_what_torch_makes_of_them(text: str, found: list[str]) -> None:
    assert [one for one in members(text) if one.startswith("T.")] == found


@pytest.mark.parametrize(
    "decorator", ["cached_property", "functools.cached_property", "lazy_property", "my.weak_property"]
)
def test_methods_that_a_decorator_makes_properties_of(decorator: str) -> None:
    text = f"""
import functools
from functools import cached_property
from torch.distributions.utils import lazy_property
class Values:
    def __init__(self, q: torch.Tensor):
        self.q = q
    @{decorator}
    def greedy(self):
        return self.q.argmax(1)
    def best(self):
        return self.greedy.detach()
"""

    assert [one for one in members(text) if one.startswith("T.")] == ["T.argmax", "T.detach"]


@pytest.mark.parametrize(
    "register", ['self.register_buffer("state", torch.zeros(0))', 'self.keep("state", torch.zeros(0))']
)
def test_where_a_buffer_stands_nothing_but_a_tensor_is_put(register: str) -> None:
    text = f"""
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        {register}
    def keep(self, name, value):
        self.register_buffer(name, value)
    def forward(self, x, state=None):
        if not state == None:
            self.state = state
        return torch.zeros(3, device=self.state.device), self.state.tolist()
class Other(nn.Module):
    def put(self, state):
        self.state = state
    def forward(self, x):
        return torch.zeros(3, device=self.state.device), self.state.tolist()
class Further(Net):
    def put(self, state):
        self.state = state
    def forward(self, x):
        return self.state.tolist()
"""

    assert [one for one in members(text) if one.startswith("T.")] == ["T.device", "T.tolist", "T.tolist"]


def test_what_is_registered_as_a_buffer_is_a_tensor_though_it_is_annotated_as_an_array() -> None:
    text = """
import numpy as np
class Net(nn.Module):
    def __init__(self, prior: np.ndarray = None):
        super().__init__()
        if prior is not None:
            self.register_buffer("prior", prior)
        else:
            self.prior = None
    def forward(self, x):
        return self.prior.unsqueeze(0)
"""

    assert [one for one in members(text) if one.startswith("T.")] == ["T.unsqueeze"]
