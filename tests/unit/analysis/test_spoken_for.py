"""Receivers of which nothing else is known, by what is asked of them; and others' objects asked much the same."""

from __future__ import annotations

import pytest
from found_uses import members

OPTIMIZER = """
class Opt(torch.optim.Optimizer):
    def __init__(self, params, base):
        super().__init__(params, {})
        self.param_groups = base(self.param_groups).param_groups
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if len(state) == 0:
                    state["step"] = 0
                    state["mean"] = torch.zeros_like(p)
                p.grad.abs()
                state["mean"].sqrt()
"""


def _tensors(text: str) -> list[str]:
    return [one for one in members(text) if one.startswith("T.")]


def test_an_optimizer_of_one_s_own_holds_parameters_and_their_state() -> None:
    assert _tensors(OPTIMIZER) == ["T.grad", "T.abs", "T.sqrt"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(w, k):\n    w[k].data.mul_(2)", ["T.data", "T.mul_"]),
        ("def f(w, v):\n    w.t.data.copy_(v.t.data)", ["T.data", "T.copy_", "T.data"]),
        ("def f(net, n):\n    bias = getattr(net, n)\n    bias.data[n : 2 * n].fill_(1)", ["T.data", "T.fill_"]),
        ("def f(x):\n    return (x * x).sum(-1, keepdim=True), x.shape", ["T.sum", "T.shape"]),
        ("def f(x):\n    return (1 - x).clamp(min=0), x.shape", ["T.clamp", "T.shape"]),
        ("def f(x, y):\n    return (x * y).sum(-1, keepdim=True), x.shape", ["T.sum"]),
        ("def f(x):\n    x.part.round_()\n    x.buf.resize_(3)", ["T.round_", "T.resize_"]),
        ("def f(w):\n    return torch.clone(w.part.data)", ["T.data"]),
        ("def f(x):\n    b, c, h, w = x.size()\n    return x.shape", ["T.size", "T.shape"]),
        ("def f(x, n):\n    return torch.zeros(x.shape[0]).copy_(x)", ["T.shape", "T.copy_"]),
        ("def f(z):\n    return z.shape, torch.sum(z ** 2)", ["T.shape"]),
        ("def g(x):\n    return torch.relu(x)\ndef f(x):\n    return x.shape, g(x)", ["T.shape"]),
        ("def f(x, y):\n    return x.eq(1).float() * x.lt(y)", ["T.eq", "T.float", "T.lt"]),
        ("import pandas\ndef f(x, y):\n    return x.eq(1), x.lt(y)", []),
        ("def f(query):\n    return query.eq('name')", []),
        ("def f(ps):\n    for p in ps:\n        p = p.float()", ["T.float"]),
        ("def f(net):\n    return net.float()", []),
        ("def f(w):\n    w.train()\n    return w.float()", []),
        ("def f(model, x):\n    y = model.sample(x)\n    return y.cpu().numpy()", ["T.cpu", "T.numpy"]),
        ("def f(self, a):\n    return self.make(a).detach()", ["T.detach"]),
        ("import other\ndef f(a):\n    return other.make(a).detach()", ["T.detach?"]),
        ("import jax\ndef f(a):\n    return a.make(a).detach()", ["T.detach?"]),
        ("import decimal\ndef f(a):\n    return a.exp(), a.sqrt()", []),
        ("def f(d, a):\n    return d.log_prob(a).sum(-1, keepdim=True)", ["T.sum"]),
        ("import tensorflow\ndef f(d, a):\n    return d.log_prob(a).sum(-1, keepdim=True)", []),
        ("def f(job):\n    loss = job.run()\n    return loss.item(), job.item()", ["T.item"]),
        ("def f(sde, x, t):\n    return x * sde.rates.to(x.device)[t]", ["T.to", "T.device"]),
        ("def f(cfg, t):\n    return t * cfg.rates.to(cfg.device)[t]", ["T.to"]),
        ("def f(x: torch.tensor, y):\n    return x.shape, y.type(x.dtype)", ["T.shape", "T.type", "T.dtype"]),
        ("def f(ys):\n    return torch.cat([y.flatten() for y in ys]), [y.flatten() for y in ys]", ["T.flatten"]),
        ("def f(p, q):\n    return (p * q).long(), (-p).exp(), (p * q).mean()", ["T.long", "T.exp"]),
        ("def f(batch, nets, device):\n    batch['a'].to(device), nets['a'].to(device)", ["T.to", "T.to?"]),
        (
            "class A:\n    def g(self):\n        self.loss = 0\n    def f(self):\n        self.loss.backward()",
            ["T.backward"],
        ),
        (
            "class A:\n    def g(self):\n        self.n = 0\n    def f(self):\n        self.n.detach(), self.n.mul_(3)",
            [],
        ),
    ],
)
def test_what_is_asked_of_a_value(text: str, found: list[str]) -> None:
    assert _tensors(text) == found


MODULE = (
    "class Net(nn.Module):\n    def __init__(self, part):\n        super().__init__()\n        self.part = part\n    "
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def forward(self, x):\n        return list(x.values())", []),
        ("def forward(self, x):\n        return x.items(), x.keys()", []),
        ("def forward(self, x):\n        return self.part(x['a']).mean(), x['b'].split(',')", ["T.mean"]),
        ("def check(self, x):\n        y = x[0]\n        return y.reshape(3), y.sum(-1)", ["T.reshape", "T.sum"]),
        ("def check(self, x: dict[str, int]):\n        return x.reshape(3)", []),
        ("def check(self, data, i):\n        return torch.ones(2, device=data.device), data[i]", ["T.device"]),
        ("def check(self, cfg):\n        return torch.ones(2, device=cfg.device)", []),
    ],
)
def test_what_is_asked_in_a_module(text: str, found: list[str]) -> None:
    assert _tensors(MODULE + text) == found


def test_a_sample_asked_for_by_name_is_none_of_a_data_set() -> None:
    text = """
    class Data(torch.utils.data.Dataset):
        def __getitem__(self, i):
            return Data()
    class Net(nn.Module):
        def forward(self, inputs: Data):
            return inputs["image"].mean(), inputs[0].mean()
    """
    assert _tensors(text) == ["T.mean"]


def test_what_an_interface_makes_of_tensors_is_left_to_its_heirs() -> None:
    text = """
    class Coder(nn.Module):
        def forward(self, x):
            raise NotImplementedError
    def run(coder: Coder):
        return coder(torch.ones(2))["a"].reshape(2), coder(3)["a"].reshape(2)
    """
    assert _tensors(text) == ["T.reshape"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def run(m):\n    m.float()\n    return m", []),
        ("def run(m):\n    return m.half()", []),
        ("def run(m):\n    m.double()", []),
        ("def run(m):\n    a = m.float()\n    return a", ["T.float"]),
    ],
)
def test_what_modules_do_in_place_does_not_tell_of_tensors(text: str, found: list[str]) -> None:
    assert _tensors(text) == found


def test_what_a_class_declares_of_its_attributes_holds_where_nothing_is_known_of_the_value() -> None:
    text = """
    import typing
    class Samples(typing.NamedTuple):
        gains: torch.Tensor
    class Buffer:
        def get(self) -> typing.Generator[Samples, None, None]:
            yield from self.made()
    class Base:
        buffer: Buffer
        other: Buffer = None
        def setup(self, kind):
            self.buffer = kind()
            self.other = kind()
    class Run(Base):
        def train(self):
            for one in self.buffer.get():
                one.gains.mean()
            for one in self.other.get():
                one.gains.mean()
    """
    assert _tensors(text) == ["T.mean"]


@pytest.mark.parametrize(
    "text",
    [
        "def f(q):\n    a, x = q.get()\n    if x.dim() > 2:\n        return x.unsqueeze(0)",
        "def f(q):\n    x = q.get()\n    return x.unsqueeze(0) if x.dim() > 2 else x",
        "def f(d):\n    for x in d.parts:\n        if x.dim() > 2:\n            x.unsqueeze(0)",
        "def f(q):\n    for x in q.all():\n        x.dim()\n        x = q.pad(x.unsqueeze(0))",
        "def f(q):\n    x = q.get()\n    x = q.pad(x)\n    if x.dim() > 2:\n        x = x.unsqueeze(0)",
        "def f(q):\n    x = q.get()\n    if q:\n        pass\n    elif x.dim() > 2:\n        x = x.unsqueeze(0)",
    ],
)
def test_what_was_read_before_it_was_known(text: str) -> None:
    assert sorted(_tensors(text)) == ["T.dim", "T.unsqueeze"]


@pytest.mark.parametrize(
    "text",
    [
        "def f(q):\n    x = q.get()\n    x.dim()\n    x = q.other()\n    x.unsqueeze(0)",
        "def f(q):\n    x = q.get()\n    if isinstance(x, Grid):\n        return x.dim()\n    return x.unsqueeze(0)",
        "def f(q):\n    x = q.get()\n    print(x.name)\n    x.unsqueeze(0)",
        "def f(q):\n    x = q.get()\n    g = lambda x: x.dim()\n    x.unsqueeze(0)",
        "def f(q):\n    x = q.get()\n    if x.dim() > q.least:\n        x = q.other()\n        x = x.unsqueeze(0)",
        "def f(q):\n    x = q.get()\n    if (x := q.other(x.dim())):\n        x = x.unsqueeze(0)",
    ],
)
def test_what_may_be_another_value_is_left(text: str) -> None:
    assert _tensors(text) == ["T.unsqueeze"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(data, device):\n    x = data['x']\n    return x.to(device=device)", ["T.to"]),
        ("def f(data, device, i):\n    x = data['x'][i : i + 1]\n    return x.to(device)", ["T.to"]),
        ("def f(data, device, i):\n    return data['x'][i].to(device)", ["T.to"]),
        (
            "def f(batch, args):\n    x = batch['x']\n    if args.fast:\n        x = x.to(args.gpu)\n    return x",
            ["T.to"],
        ),
        ("def f(parts, n, device):\n    kept = torch.zeros(n)\n    return parts[kept].to(device)", ["T.to"]),
        # look-alikes: what may be a Module, or is used as one; what is found by a number
        ("def f(data, device):\n    net = data['net']\n    return net.to(device)", []),
        ("def f(data, device):\n    x = data['x']\n    return x.to(device), x(3)", []),
        ("def f(made, device):\n    x = made['x']\n    return x.to(device)", []),
        ("def f(state, device, i):\n    return state['layers'][i].to(device)", []),
        ("def f(parts, n, device):\n    return parts[n].to(device)", []),
        ("def f(data, other):\n    x = data['x']\n    return x.to(other)", []),
        ("import jax\ndef f(data, device):\n    x = data['x']\n    return x.to(device)", []),
    ],
)
def test_what_was_taken_out_of_a_batch_and_goes_to_a_device(text: str, found: list[str]) -> None:
    assert [one for one in _tensors(text) if one == "T.to"] == found


@pytest.mark.parametrize(
    ("given_to", "found"),
    [
        ("F.relu", ["T.ndim"]),
        ("nn.ReLU()", ["T.ndim"]),
        ("nn.Sequential(nn.Unflatten(2, (3, 3)), nn.ReLU())", ["T.ndim"]),
        # look-alikes: what takes more than tensors
        ("nn.Identity()", []),
        ("nn.LSTM(3, 3)", []),
        ("nn.Sequential(nn.LSTM(3, 3))", []),
        ("nn.Sequential(q.layer)", []),
        ("torch.is_tensor", []),
    ],
)
def test_what_was_read_of_what_only_a_tensor_is_given_as(given_to: str, found: list[str]) -> None:
    text = f"def f(q):\n    x = q.get()\n    if x.ndim == 3:\n        x = ({given_to})(x)\n    return x"

    assert [one for one in _tensors(text) if one == "T.ndim"] == found


@pytest.mark.parametrize("receiver", ["x", "d['a']", "o.part", "make(x)"])
def test_what_is_brought_to_the_cpu_and_then_asked_as_tensors_are(receiver: str) -> None:
    assert _tensors(f"def f(x, d, o):\n    return {receiver}.cpu().tolist()") == ["T.cpu", "T.tolist"]
    assert _tensors(f"def f(x, d, o):\n    return {receiver}.cpu().state_dict(), {receiver}.cpu().count()") == []
    assert _tensors(f"import jax\ndef f(x, d, o):\n    return {receiver}.cpu().tolist()") == []


_COLLECTED = """
ys, others, o = [], [], source()
for batch in o.batches:
    y = o.net(batch)
    y.shape
    ys.append(y.cpu())
    others.append(batch.cpu())
{joined}(ys)
"""


@pytest.mark.parametrize("within", ["", "def run():\n"])
def test_what_is_collected_to_be_put_together_was_made_of_tensors(within: str) -> None:
    def text(joined: str) -> str:
        lines = _COLLECTED.format(joined=joined).strip().splitlines()
        return within + "\n".join("    " * bool(within) + line for line in lines)

    assert _tensors(text("torch.cat")) == _tensors(text("torch.stack")) == ["T.shape", "T.cpu"]
    assert _tensors(text("print")) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("return x.cpu().data.max(1)[1].numpy()", ["T.cpu", "T.data", "T.max", "T.numpy"]),
        ("return {k: v.cpu() for k, v in x.items()}", ["T.cpu"]),
        ("return [v.cpu() for v in x]", []),
        ("for v in o(x).cpu():\n        v * torch.ones(2)", ["T.cpu"]),
        ("for v in o(x).float():\n        v * torch.ones(2)", ["T.float"]),
        ("for v in o(x).to('cpu'):\n        v * torch.ones(2)", ["T.to?"]),
        ("return torch.ones(1).shape == x.part.shape, x.shape != torch.ones(1).shape", ["T.shape"] * 4),
        ("return torch.ones(1).shape < x.part.shape, x.shape in (torch.ones(1).shape,)", ["T.shape", "T.shape"]),
        ("return np.ones(1).shape == x.part.shape", []),
        ("return x.part.to(torch.int32), d.to(torch.bool), x.part.to(torch.float32)", ["T.to", "T.to"]),
        ("y = x.part.to(d['device'])\n    y.shape", ["T.to", "T.shape"]),
        (
            "return torch.zeros(3, dtype=d['m'].dtype, device=d['m'].device), torch.ones(1, dtype=x.dtype)",
            ["T.dtype", "T.device", "T.dtype"],
        ),
        ("return torch.zeros(3, dtype=d['model'].dtype, device=cfg['m'].device), torch.ones(1, dtype=unet.dtype)", []),
        ("return torch.zeros(3, device=o.device), np.zeros(3, dtype=x.dtype)", []),
        ("return x.part[..., 3:].to(o), x.part[1:].to(o)", ["T.to"]),
        ("y = x.part\n    y.shape, y[..., 3:].to(o)", ["T.shape", "T.to"]),
        ("x += o.part.to(torch.float32)\n    x -= o.part.to('cuda')", ["T.to", "T.to"]),
        ("return o(x).squeeze(dim=0), o(x).squeeze(axis=0), o.part.squeeze(dim=1)", ["T.squeeze", "T.squeeze"]),
        (
            "s = torch.load(o)\n    for k in s.keys():\n        d[k] = s[k].clone(), s[k].copy(), x[k].clone()",
            ["T.clone"],
        ),
        ("return getattr(torch, x)(3).to(o.device), getattr(np, x)(3).to(o.device)", ["T.to", "T.to?"]),
        ("if hasattr(x, 'ds_id'):\n        assert x.ds_status\n    x.detach()", ["T.detach"]),
        ("if hasattr(x, 'other'):\n        assert x.other\n    x.detach()", ["T.detach?"]),
        (
            "v = x.part > 1\n    return v.nonzero().squeeze(), x.part.nonzero().view(-1)",
            ["T.nonzero", "T.squeeze", "T.nonzero", "T.view"],
        ),
        ("return x.part.nonzero()[0], x.part.nonzero().index(1)", []),
        ("for k in d:\n        batch[k] = batch[k].to(o.device)", ["T.to"]),
        ("for k in d:\n        x[k] = x[k].to(o.device)", ["T.to?"]),
        ("for batch in x:\n        for k in batch:\n            batch[k] = batch[k].to(o.device)", ["T.to"]),
        ("y = torch.zeros(x.shape) if x.dtype is torch.float32 else np.zeros(x.shape)", ["T.shape", "T.dtype"]),
        ("np.stack(d)\n    return torch.ones(1).shape == x.part.shape", ["T.shape"]),
        ("n = x.shape[-1]\n    return x.sum(dim=-1, keepdim=True) / n", ["T.shape", "T.sum"]),
        ("n = x.shape[-1]\n    return x.sum(axis=-1, keepdims=True) / n", []),
        ("n = x.backend\n    return x.sum(o, dim=-1, keepdim=True), x.shape", []),
        ("for batch in x:\n        y = batch['a'].to(o.device, torch.float32)", ["T.to"]),
        ("for batch in x:\n        y = batch[d].to(o.device, o.layout)", []),
        ("x.to(o.device, torch.float32)", ["T.to?"]),
        ("y = torch.ones(1)\n    return d.to(y), o(x).to(y), x[0].to(y), x.part.to(y)", ["T.to"] * 4),
        ("y = torch.ones(1)\n    return o.net.to(d), model.to(y)", []),
        ("y = torch.ones(1)\n    d.fit(x)\n    return d.to(y)", []),
    ],
)
def test_what_is_done_with_what_was_brought_and_compared(text: str, found: list[str]) -> None:
    assert _tensors(f"import numpy as np\ndef f(x, d, o):\n    {text}") == found


def test_what_modules_give_and_a_type_of_elements_is_no_module() -> None:
    head = "class A(nn.Module):\n    def forward(self, x):\n        "
    assert _tensors(head + "return nn.Sequential()[1](x).to(x.parts.dtype)") == ["T.to"]
    assert _tensors(head + "return make(x)(x).to(x.parts.dtype)") == []


def test_a_module_is_called_as_it_says_itself() -> None:
    code = "class A(nn.Module):\n    def __call__(self, x):\n        return torch.relu(load(x))\n"
    assert _tensors(code + "def f(x, net: A):\n    net(x).sort()") == ["T.sort"]


@pytest.mark.parametrize("call", ["all_gather_object(parts, x)", "gather_object(x, parts)"])
def test_processes_give_each_other_what_each_of_them_has(call: str) -> None:
    text = "import torch.distributed as dist\nparts = [None] * 4\ndist.{}\nparts[0].mean()"
    assert _tensors("x = torch.ones(2)\n" + text.format(call)) == ["T.mean"]
    assert _tensors("x = Meter()\n" + text.format(call)) == []


def test_what_a_part_is_taken_from_is_another_value() -> None:
    text = "def run(loader):\n    for data in loader:\n        {}\n        data.size(0)"
    assert _tensors(text.format("data = data['image']")) == ["T.size"]
    assert _tensors(text.format("data = data['image'].parts")) == ["T.size"]
    assert _tensors(text.format("image = data['image']")) == ["T.size?"]


def test_what_gradients_are_switched_off_of_may_be_a_module() -> None:
    text = """
    class Frozen:
        def __init__(self, model):
            self.part = model
        def __enter__(self):
            self.part.requires_grad_(requires_grad=False)
    """
    assert _tensors(text) == ["T.requires_grad_?"]


def test_a_mode_without_a_dimension_is_a_distribution_s() -> None:
    text = """
    class Agent(nn.Module):
        def __init__(self, heads):
            super().__init__()
            self.heads = nn.ModuleDict(heads)
        def forward(self, x):
            return self.heads["a"](torch.relu(x)).mode(), torch.relu(x).mode(0)
    """
    assert _tensors(text) == ["T.mode"]
