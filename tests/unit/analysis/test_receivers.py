"""Members of values: what local flow decides, and what must never be taken for a Tensor's."""

from __future__ import annotations

import pytest
from found_uses import members, type_of


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
        ("from typing import TypeVar\nTensor = TypeVar('torch.tensor')\ndef f(x: Tensor):\n    x.abs()", ["T.abs"]),
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
        ("d = {'kind': 'plain'}\n(1.0 / (d['base'] ** torch.ones(2))).exp()", ["T.exp"]),
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
        ("from pyre_extensions import none_throws\nnone_throws(torch.ones(1)).sum()", ["T.sum"]),
        ("import pyre_extensions as p\np.assert_is_instance(given(), torch.Tensor).sum()", ["T.sum"]),
        (
            "import pyro\npyro.sample('x', given()).sum()\npyro.param('y', given).sum()\npyro.plate('z').sum()",
            ["T.sum"] * 2,
        ),
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
        "('%s' % torch.ones(1)).shape\n('a' + torch.ones(1)).shape\n(d ** 'a').shape",
        "logger.log(1)\nrequests.get('x').data\nproc.wait()",
    ],
)
def test_look_alikes_are_no_tensors(body: str) -> None:
    found = [member for member in members(body) if member.startswith("T.")]

    assert [m for m in found if m not in ("T.shape", "T.size", "T.item", "T.cpu", "T.numpy", "T.tolist")] == []


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


def test_what_a_class_makes_of_tensors_is_no_likely_tensor() -> None:
    assert type_of("def f(layer, x: torch.Tensor):\n    a = layer(x)").name == "output"
    assert type_of("def f(layer_class, x: torch.Tensor):\n    a = layer_class(x)").name != "output"


def test_a_value_that_may_be_none_has_no_certain_kind() -> None:
    found = type_of("def f(x: torch.Tensor = None):\n    y = x\n")

    assert (found.kind, found.certain_kind) == ("tensor", "unknown")


def test_where_a_module_stands_torch_lets_nothing_but_modules_be_put() -> None:
    text = (
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.emb = nn.Embedding(3, 3)\n"
        "        self.w = nn.Parameter(torch.ones(3))\n        self.kept = torch.ones(3)\n"
        "    def put(self, emb, w, kept):\n        self.emb, self.w, self.kept = emb, w, kept\n"
        "    def read(self):\n        return self.emb.parameters(), self.w.shape, self.kept.shape\n"
    )
    plain = text.replace("(nn.Module)", "(Own)")

    assert members(text) == ["M.parameters", "T.shape"]
    assert members(plain)[0] == "M.parameters"  # by its name


def test_functions_whose_methods_are_not_static_keep_tensors_in_themselves() -> None:
    text = (
        "class Old(torch.autograd.Function):\n    def forward(self, x):\n        self.save_for_backward(x)\n        return x.abs()\n"
        "    def backward(self, grad):\n        x, = self.saved_tensors\n        return grad.size(0), x.size()\n"
    )

    assert [one for one in members(text) if one.startswith("T.")] == ["T.abs", "T.size", "T.size"]


def test_whether_nonzero_gives_a_tuple_is_said_at_the_call() -> None:
    text = (
        "def f(x: torch.Tensor, flag):\n    x.nonzero(as_tuple=False).real\n    x.nonzero(as_tuple=True).real\n"
        "    x.nonzero(as_tuple=True)[0].real\n    x.nonzero(as_tuple=flag).real\n"
    )

    assert [one for one in members(text) if one == "T.real"] == ["T.real"] * 2
