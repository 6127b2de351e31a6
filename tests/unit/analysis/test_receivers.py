"""Members of values: what local flow decides, and what must never be taken for a Tensor's."""

from __future__ import annotations

import textwrap

import pytest
from found_uses import members, type_of


def _forward(body: str, init: str = "pass", parameters: str = "x") -> str:
    return (
        "class Net(nn.Module):\n"
        "    def __init__(self, dim=4, norm_layer=None):\n"
        "        super().__init__()\n" + textwrap.indent(textwrap.dedent(init), " " * 8) + "\n"
        f"    def forward(self, {parameters}):\n" + textwrap.indent(textwrap.dedent(body), " " * 8) + "\n"
    )


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("torch.ones(2).view(1)", ["T.view"]),
        ("x = torch.ones(2)\nx.t().view(-1)", ["T.t", "T.view"]),
        ("def f(x: torch.Tensor | float):\n    x.exp()", ["T.exp"]),
        ("def f(x: torch.Tensor | tuple[torch.Tensor, ...]):\n    x[0].clone()", ["T.clone"]),
        ("def f(x: torch.Tensor | list[torch.Tensor]):\n    for y in x:\n        y.abs()", ["T.abs"]),
        ("import numpy as np\ndef f(x: torch.Tensor | np.ndarray):\n    x.unsqueeze(0)", ["T.unsqueeze"]),
        (
            "import numpy as np\ndef f(x: np.ndarray | torch.Tensor):\n    if isinstance(x, np.ndarray):\n        return\n    x.sum()",
            ["T.sum"],
        ),
        (
            "def f(x: torch.Tensor | float):\n    if isinstance(x, float):\n        x = torch.ones(1)\n    x.real",
            ["T.real"],
        ),
        ("total = 0.0\nfor x in range(3):\n    total = total + torch.ones(1)\ntotal.backward()", ["T.backward"]),
        (
            "from typing import TypeVar\nT = TypeVar('T', torch.Tensor, tuple[torch.Tensor, ...])\n"
            "def f(x: T):\n    x[0].abs()",
            ["T.abs"],
        ),
        ("def f(a, b):\n    torch.max(a, b).abs()", ["T.abs"]),
        (
            "class F(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, run, *args):\n"
            "        ctx.kept = list(args)\n    @staticmethod\n    def backward(ctx, *grads):\n"
            "        return [x.detach() for x in ctx.kept]",
            ["T.detach"],
        ),
        ("def f(x: torch.Tensor):\n    x = drop(x)\n    x.abs()", ["T.abs"]),
        (
            "def f(x: torch.Tensor, y: torch.Tensor):\n    x, y = pad(x, y)\n    x.abs()\n    y.exp()",
            ["T.abs", "T.exp"],
        ),
        ("x = F.relu(y)\nx.mean()", ["T.mean"]),
        ("(torch.ones(2) * 3 + k).sum()", ["T.sum"]),
        ("x = torch.ones(2)\ny = x[0]\ny.item()", ["T.item"]),
        ("x = torch.ones(2)\nm = x > 0\nm.sum()", ["T.sum"]),
        ("v, i = torch.topk(x, 2)\nv.sum()\ni.view(1)", ["T.sum", "T.view"]),
        ("v = torch.max(x, dim=1).values\nv.sum()", ["T.sum"]),
        ("x = torch.ones(2)\nv, _ = x.max(1)\nv.sum()", ["T.max", "T.sum"]),
        ("x = torch.ones(2)\nx.max().item()", ["T.max", "T.item"]),
        ("q, k, v = torch.ones(3, 2).unbind(0)\nq.view(1)", ["T.unbind", "T.view"]),
        ("for c in torch.ones(4).chunk(2):\n    c.sum()", ["T.chunk", "T.sum"]),
        ("out = []\nfor i in range(3):\n    out.append(torch.ones(i))\nout[0].sum()", ["T.sum"]),
        ("d = {}\nd['a'] = torch.ones(1)\nd['a'].sum()", ["T.sum"]),
        ("xs = [torch.ones(1) for _ in r]\nsum(xs).mean()", ["T.mean"]),
        ("if c:\n    x = torch.ones(1)\nelse:\n    x = torch.zeros(1)\nx.sum()", ["T.sum"]),
        ("x = None\nif c:\n    x = torch.ones(1)\nx.sum()", ["T.sum"]),
        ("if (y := torch.ones(1)) is not None:\n    y.sum()", ["T.sum"]),
        ("x = torch.ones(1) if c else torch.zeros(1)\nx.sum()", ["T.sum"]),
        ("def f():\n    return torch.ones(1)\nf().sum()", ["T.sum"]),
        ("def f(a):\n    a.sum()\nf(torch.ones(1))", ["T.sum"]),
        ("def f(a):\n    return a\nf(torch.ones(1)).sum()", ["T.sum"]),
        ("def f():\n    return torch.ones(1), 2\na, b = f()\na.sum()\nb.sum()", ["T.sum"]),
        ("g = lambda t: t.view(1)\nlist(map(g, [torch.ones(1)]))", ["T.view"]),
        ("import functools\nf = functools.partial(torch.sum, dim=0)\nf(x).view(1)", ["T.view"]),
        ("def f(x: torch.Tensor, y: 'torch.Tensor'):\n    x.sum()\n    y.sum()", ["T.sum", "T.sum"]),
        ("def f(x: list[torch.Tensor]):\n    x[0].sum()", ["T.sum"]),
        ("from typing import Optional\ndef f(x: Optional[torch.Tensor] = None):\n    x.sum()", ["T.sum"]),
        ("v = load()\nif isinstance(v, torch.Tensor):\n    v.sum()\nv.mean()", ["T.sum"]),
        ("v = load()\nif torch.is_tensor(v):\n    v.sum()", ["T.sum"]),
        ("torch.ones(2).shape.numel()", ["T.shape", "torch.Size.numel"]),
        ("print(f'{torch.ones(1).item():.3f}')", ["T.item"]),
        ("x = torch.ones(1)\nx.data.requires_grad = True", ["T.data", "T.requires_grad"]),
        ("import copy\ncopy.deepcopy(torch.ones(1)).sum()", ["T.sum"]),
        ("from einops import rearrange\nrearrange(torch.ones(1), 'a -> a').sum()", ["T.sum"]),
    ],
)
def test_tensors_are_followed(body: str, found: list[str]) -> None:
    assert found == members(body)


@pytest.mark.parametrize(
    "body",
    [
        "import numpy as np\nnp.ones(3).sum().view(1)",
        "import numpy as np\nx = np.zeros((2, 2))\nx.reshape(4).mean()\nx.shape\nx.clip(0)",
        "q.size()",
        "from queue import Queue\nq = Queue()\nq.size()\nq.get().size",
        "d = dict(a=1)\nd.values()\nd.get('a')",
        "'a b'.split()\n'a'.index('a')\n[].sort()\n(1, 2).index(1)",
        "df.mean()\ndf.shape\ndf.abs()\ndf.to('x')",
        "import torch.nn.init as init\ninit.no_such.view",
        "for k in torch.ones(2).shape:\n    k.view(1)",
        "b, c = torch.ones(2, 3).size()[:2]\nb.view(1)",
        "torch.ones(1).item().view(1)",
        "torch.ones(1).cpu().numpy().sum().view(1)",
        "x = torch.ones(1)\nx = x.tolist()\nx.sum()",
        "x = torch.ones(1)\nx = load()\nx.sum()",
        "if c:\n    x = torch.ones(1)\nelse:\n    x = load()\nx.sum()",
        "def f(x=3):\n    x.sum()",
        "def f(img):\n    img.size\n    img.convert('RGB').resize((2, 2))",
        "import tensorflow as tf\ntf.ones(1).sum()",
        "class A:\n    def view(self): pass\n    def f(self):\n        self.view().view()",
        "s.split(',')[0].strip()\ns.format(1)\ns.expand",
        "logger.log(1)\nrequests.get('x').data\nproc.wait()",
    ],
)
def test_look_alikes_are_no_tensors(body: str) -> None:
    found = [member for member in members(body) if member.startswith("T.")]

    assert [m for m in found if m not in ("T.shape", "T.size", "T.item", "T.cpu", "T.numpy", "T.tolist")] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (_forward("return self.conv(x).view(1)", "self.conv = nn.Conv2d(3, 4, 1)"), ["T.view"]),
        (_forward("b, c = x.size()\nx = self.fc(x)\nx.view(b)", "self.fc = nn.Linear(3, 4)"), ["T.size", "T.view"]),
        (_forward("x.mean([2, 3])\nreturn self.norm(x)", "self.norm = (norm_layer or nn.LayerNorm)(dim)"), ["T.mean"]),
        (_forward("x = F.relu(x)\nself.alpha.sum()", "self.alpha = nn.Parameter(torch.ones(1))"), ["T.sum"]),
        (_forward("self.table.sum()", "self.register_buffer('table', torch.ones(1))"), ["M.register_buffer", "T.sum"]),
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


def test_a_name_that_only_tensors_have_is_guessed() -> None:
    assert members("thing().unsqueeze(0).view(y)\nthing().size()\nthing().size(0)\n") == [
        "T.unsqueeze?",
        "T.view?",
        "T.size?",
    ]


def test_super_init_is_the_module_s() -> None:
    found = list(members("class A(nn.Linear):\n    def __init__(self):\n        super().__init__(3, 4)\n"))

    assert found == ["torch.nn.Linear.__init__"]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("a = torch.ones(1).shape", "shape"),
        ("a = torch.ones(1).size(0)", "int"),
        ("a = torch.ones(1).shape[0] // 2", "int"),
        ("a = torch.float32", "dtype"),
        ("a = torch.device('cpu')", "device"),
        ("a = nn.ReLU()", "module"),
        ("a = nn.ReLU", "module_class"),
        ("a = torch.optim.Adam([])", "optimizer"),
        ("a = (1, 2)", "tuple"),
        ("a = 'x' + 'y'", "str"),
        ("a = unknown()", "unknown"),
        ("b = [1]\na = b", "list"),
        ("import numpy as np\na = np.ones(3)", "ndarray"),
        ("a = len(b)", "int"),
        ("a = None", "none"),
        ("a = 1.0 * 2", "float"),
    ],
)
def test_types_of_plain_values(body: str, kind: str) -> None:
    assert kind == type_of(body).kind


def test_a_value_that_may_be_none_has_no_certain_kind() -> None:
    found = type_of("def f(x: torch.Tensor = None):\n    y = x\n")

    assert (found.kind, found.certain_kind) == ("tensor", "unknown")


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


def test_a_call_that_only_takes_tensors_proves_its_argument_one() -> None:
    assert members("y = load()\ny.sum()\nF.relu(y)\ny.mean()\n") == ["T.mean"]


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


@pytest.mark.parametrize(
    ("method", "found"),
    [
        ("def forward(self, x):\n        x = self.parts(x)\n        return x.mean(3).mean(2)", ["T.mean", "T.mean"]),
        ("def check(self, x):\n        h, w = x.shape[-2:]", ["T.shape"]),
        ("def forward(self, x):\n        return x['a'].mean(2)", []),
        ("def forward(self, batch, n=3):\n        batch.sizes = n\n        return batch.shape", []),
        ("def forward(self, config):\n        return config.hidden, config.shape", []),
        ("def set(self, rate):\n        self.rate = rate.real", []),
        (
            "def check(self, x):\n        y = self.parts[0](x)\n        return y.shape[0], y.reshape(3)",
            ["T.shape", "T.reshape"],
        ),
        ("def check(self, x):\n        y = self.parts[0](x)\n        return y.shape[0], y.boxes, y['a']", []),
        ("def check(self, x):\n        y = self.parts[0](x)\n        return y['a'].dim(), y.shape", []),
        ("def check(self, x):\n        y = load(x)\n        return y[..., :3].mean(), y.abs()", ["T.mean", "T.abs"]),
        ("def check(self, x):\n        return self.cfg.shape, self.parts.space.shape", []),
        ("def check(self, x):\n        return torch.zeros(3, device=x.device) + x", ["T.device"]),
        ("def check(self, x):\n        return x.device, x.run()", []),
    ],
)
def test_what_a_module_is_given_is_likely_a_tensor(method: str, found: list[str]) -> None:
    text = "class Net(nn.Module):\n    def __init__(self, parts):\n        super().__init__()\n        self.parts = parts\n    "

    assert [one for one in members(text + method) if one.startswith("T.")] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(x):\n    return torch.ones(3, dtype=x.dtype, device=x.device)", ["T.dtype", "T.device"]),
        ("def f(m):\n    return torch.ones(3, dtype=m.dtype, device=m.device), m.config", []),
        ("def f(m):\n    return torch.ones(3, device=m.device)", []),
        ("def f(x):\n    return x[..., None].float(), x[:, 2:].mean()", ["T.float", "T.mean"]),
        ("import pandas as pd\ndef f(x):\n    return x.loc[:, 2:].mean(), x[:, 2:].mean()", []),
        ("import numpy as np\ndef f(x):\n    return x[:, 2:].mean()", []),
        ("def f(x):\n    return x[:, 2:].mean(), x.columns", []),
        ("def f(x):\n    return x.iloc[:, 2:].mean()", []),
        ("def f(x: Grid[..., int]):\n    return x.mean()", []),
        ("def f(ps):\n    return [p for p in ps if p.requires_grad]", ["T.requires_grad"]),
        ("def f(args):\n    return args.requires_grad, args.lr", []),
        ("def f(x, y):\n    return (x[..., None] > y).float(), (x[..., 0] - y).mean()", ["T.float", "T.mean"]),
        ("def f(tensor):\n    return tensor.dtype", ["T.dtype"]),
        ("def f(tensor):\n    return tensor.dtype, tensor.layout_name", []),
        ("def g() -> tuple[torch.Tensor, int]:\n    return load(), 3\na, n = g()\na.sum(), n.real", ["T.sum"]),
        ("def g() -> tuple[list, int]:\n    return load(), 3\na, n = g()\na.sort()", []),
    ],
)
def test_what_is_read_of_a_value_shows_that_it_is_likely_a_tensor(text: str, found: list[str]) -> None:
    assert [one for one in members(text) if one.startswith("T.")] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(x):\n    return x.type_as(g()), x.shape", ["T.type_as", "T.shape"]),
        ("def f(batch):\n    return max(b[1].size(0) for b in batch)", ["T.size"]),
        ("def f(x: Own):\n    return x.size(0)", ["T.size?"]),
        ("def f(x):\n    return x.size(0), x.children", ["T.size?"]),
        ("def f():\n    x = load()\n    return x.size(0), x.clamp(1)", ["T.size", "T.clamp"]),
        ("import jax\ndef f():\n    x = load()\n    return x.size(0), x.clamp(1)", ["T.size?", "T.clamp?"]),
        ("def f(d):\n    return d.event_shape.numel(), sum(shape.numel() for shape in d)", []),
    ],
)
def test_a_method_that_only_tensors_have_speaks_for_a_variable(text: str, found: list[str]) -> None:
    assert [one for one in members(text) if one.startswith("T.")] == found


def test_a_method_that_is_not_called_is_another_object_s_value() -> None:
    text = "class Net(nn.Module):\n    def forward(self, x):\n        d = self.model(x)\n        return d.mean, d.mean[..., 0].sum()"

    assert [one for one in members(text) if one.startswith("T.")] == ["T.sum"]


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
        return self.w.abs() + x.exp()
class Down:
    def __init__(self, w):
        self.w = w
    def run(self, z):
        return z.log()
STEPS = {"up": Up, "down": Down}
def main(name, flag):
    t = torch.ones(3)
    {body}
"""


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("STEPS[name](t).run(t).sin()", ["T.abs", "T.exp", "T.log", "T.sin"]),
        ("{'a': twice, 'b': half}[name](t, t).sin()", ["T.mean", "T.ndim", "T.sum", "T.sin"]),
        ("f = twice if flag else half\n    f(t, k=t).sin()", ["T.mean", "T.ndim", "T.sum", "T.sin"]),
        ("f = partial(twice, k=t)\n    f(t).sin()", ["T.mean", "T.ndim", "T.sin"]),
        ("f = partial(partial(twice, t), k=t)\n    f().sin()", ["T.mean", "T.ndim", "T.sin"]),
        ("f = (lambda x: x.cos()) if flag else (lambda x: x)\n    f(t).sin()", ["T.cos", "T.sin"]),
        ("f = twice if flag else len\n    f(t, 3).sin()", ["T.sin"]),
        ("STEPS[name](3).run(3).sin()", []),
        ("STEPS[name](t).missing.sin()", ["T.abs"]),
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
        ("for net in models:\n            net.to(device).sum()", ["T.to?"]),
        ("for one in self.loader:\n            one = one.to(device)\n            one['x']", ["T.to?"]),
        ("for one in self.loader:\n            one.cuda()\n            one(2)", ["T.cuda?"]),
        ("for one in self.loader:\n            one.to('utf-8')\n            one.cpu()", []),
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
