"""``mindport explain FILE:LINE:COLUMN``: the chain of reasons."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import check_refused, mindport

CODE = """\
import torch
import torch.nn as nn
from torch.nn import functional as F

conv = nn.Conv2d


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc = nn.Linear(width, 2)
        self.body = conv(1, 2, 3)

    def forward(self, x):
        h = self.fc(x.flatten(1))
        a, b = h.chunk(2)
        for part in [a, b]:
            part.sum()
        return F.relu(h) + (a + b).sum()


def f(t: torch.Tensor, q):
    t.abs()
    q.unsqueeze(0).view(2)
    load().unsqueeze(0)
    len(q)
    y, z = load(), load()
    y[..., :2].cos()
    z.type_as(t)
    return [part.sin() for part in t]


class Kept:
    def __init__(self, t, u):
        self.t = t

    def run(self):
        return self.t.unsqueeze(0)


Kept(load(), 3).t.squeeze()


def g(w):
    \"\"\"Does it.

    Args:
        w (Tensor): what it takes
    \"\"\"
    return w.ceil()


def made(n):
    return torch.ones(n)


def declared() -> torch.Tensor:
    return load()


def chains(n, many: dict):
    a, b = torch.zeros(n), load()
    a.exp()
    c = made(n) if n else None
    c.log()
    declared().tan()
    for i, (d, e) in enumerate(zip([a], many.values())):
        d.cosh()
    f = [torch.ones(one) for one in range(n)]
    f[0].sinh()
    with torch.no_grad() as nothing:
        (a or c).tan_()
    h = sorted({"a": a}, key=lambda one: one.asinh())
    return next(iter(f)).acosh(), map(lambda j: j.atanh(), [a])


def asked(parts, k, q, r, u):
    if isinstance(parts[0], torch.Tensor):
        parts[0].neg()
    is_tensor = torch.is_tensor(k)
    k.round() if is_tensor else k
    if not isinstance(q, torch.Tensor):
        return None
    assert r and torch.is_tensor(r)
    return q.trunc(), r.frac(), isinstance(u, torch.Tensor) and u.sign()


def asked_otherwise(o: torch.Tensor, s):
    if isinstance(o, list):
        return o
    o.erfinv()
    if isinstance(s, torch.Tensor):
        s = torch.ones(3)
        s.lgamma()
    return [s.digamma() for s in [o] if isinstance(s, torch.Tensor)]


class Said:
    def __init__(self, v):
        self.v: list[torch.Tensor]
        self.v = load(v)
        self.w = load(v)
        self.w = torch.tensor(self.w)
        self.z: object = torch.ones(v)

    def run(self):
        return self.v[0].erf(), self.w.erfc(), self.z.exp2()


class Used(nn.Module):
    scale = nn.Parameter(torch.ones(1))

    def forward(self, m, n):
        m = F.relu(m)
        return m.tanh() * self.scale.sinc()

    def lists(self, count):
        parts, table = [], {}
        for _ in range(count):
            parts.append(torch.ones(count))
            table["a"] = torch.zeros(count)
        parts[0].log2()
        return table["a"].log10()

    def changed(self, o: torch.Tensor, factor=2):
        p = torch.neg(o)
        p *= factor
        return p.log1p()


def sliced(x):
    return x[:, 0].cpu().numpy()


def rest(*tensors, **others):
    others["mask"].bool().logical_not()
    for tensor in tensors:
        if tensor.is_cuda:
            return tensor.expm1()


def is_tensor(value):
    return isinstance(value, torch.Tensor)


def asked_elsewhere(value):
    if is_tensor(value):
        return value.erf_()


def unknown_layer(layer, hidden: torch.Tensor):
    out = other_library.run(hidden)
    weight = layer.inner.weight.data.clone()
    out = out.unsqueeze(0)
    return weight.square()
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "m.py"
    path.write_text(CODE, "utf-8")
    return path


def place(file: Path, marked: str) -> str:
    """The place of the first letter after ``|`` in a piece of the code."""
    before, _, after = marked.partition("|")
    at = CODE.index(before + after) + len(before)
    return f"{file}:{CODE.count(chr(10), 0, at) + 1}:{at - CODE.rfind(chr(10), 0, at)}"


@pytest.mark.parametrize(
    "marked, api, certainty, steps",
    [
        ("|F.relu(h)", "torch.nn.functional.relu", "imported", ["import"]),
        ("|conv(1", "torch.nn.Conv2d", "inferred", ["assigned", "member"]),
        (
            "(a + b).|sum",
            "torch.Tensor.sum",
            "inferred",
            ["operator", "unpacked", "call.torch", "assigned", "call.module", "attribute", "call.torch"],
        ),
        (
            "part.|sum",
            "torch.Tensor.sum",
            "inferred",
            ["loop", "value", "unpacked", "call.torch", "assigned", "call.module", "attribute", "call.torch"],
        ),
        ("x.|flatten", "torch.Tensor.flatten", "inferred", ["parameter.uses"]),
        ("t.|abs", "torch.Tensor.abs", "inferred", ["parameter.annotated"]),
        ("super().|__init__", "torch.nn.Module.__init__", "inferred", ["super"]),
        ("y[..., :2].|cos", "torch.Tensor.cos", "inferred", ["sliced"]),
        ("z.|type_as", "torch.Tensor.type_as", "inferred", ["read"]),
        ("part.|sin", "torch.Tensor.sin", "inferred", ["loop", "parameter.annotated"]),
        ("self.t.|unsqueeze", "torch.Tensor.unsqueeze", "inferred", ["attribute", "parameter.kept"]),
        (").t.|squeeze", "torch.Tensor.squeeze", "inferred", ["attribute", "parameter.kept"]),
        ("w.|ceil", "torch.Tensor.ceil", "inferred", ["parameter.documented"]),
        ("load().|unsqueeze", "torch.Tensor.unsqueeze", "guessed", ["method-name"]),
        ("a.|exp", "torch.Tensor.exp", "inferred", ["assigned", "call.torch"]),
        ("c.|log", "torch.Tensor.log", "inferred", ["assigned", "chosen", "call.function", "call.torch"]),
        ("declared().|tan", "torch.Tensor.tan", "inferred", ["call.function", "returns.annotated"]),
        ("d.|cosh", "torch.Tensor.cosh", "inferred", ["loop", "value", "assigned", "call.torch"]),
        ("f[0].|sinh", "torch.Tensor.sinh", "inferred", ["item", "assigned", "comprehension", "call.torch"]),
        (
            "iter(f)).|acosh",
            "torch.Tensor.acosh",
            "inferred",
            ["call.given", "call.given", "assigned", "comprehension", "call.torch"],
        ),
        ("(a or c).|tan_", "torch.Tensor.tan_", "inferred", ["chosen", "assigned", "call.torch"]),
        ("j.|atanh", "torch.Tensor.atanh", "inferred", ["parameter.handed"]),
        ("parts[0].|neg", "torch.Tensor.neg", "inferred", ["tested"]),
        ("k.|round", "torch.Tensor.round", "inferred", ["tested"]),
        ("q.|trunc", "torch.Tensor.trunc", "inferred", ["tested"]),
        ("r.|frac", "torch.Tensor.frac", "inferred", ["tested"]),
        ("u.|sign", "torch.Tensor.sign", "inferred", ["tested"]),
        ("value.|erf_", "torch.Tensor.erf_", "inferred", ["tested"]),
        ("o.|erfinv", "torch.Tensor.erfinv", "inferred", ["parameter.annotated"]),
        ("s.|lgamma", "torch.Tensor.lgamma", "inferred", ["assigned", "call.torch"]),
        ("self.z.|exp2", "torch.Tensor.exp2", "inferred", ["attribute", "call.torch"]),
        ("self.v[0].|erf()", "torch.Tensor.erf", "inferred", ["item", "annotated"]),
        ("self.w.|erfc", "torch.Tensor.erfc", "inferred", ["attribute", "call.torch"]),
        ("self.scale.|sinc", "torch.Tensor.sinc", "inferred", ["attribute", "call.torch"]),
        ("parts[0].|log2", "torch.Tensor.log2", "inferred", ["item", "assigned", "filled", "call.torch"]),
        ('return table["a"].|log10', "torch.Tensor.log10", "inferred", ["item", "assigned", "filled", "call.torch"]),
        ("p.|log1p", "torch.Tensor.log1p", "inferred", ["changed", "assigned", "call.torch"]),
        (".bool().|logical_not", "torch.Tensor.logical_not", "inferred", ["call.torch", "read"]),
        ("tensor.|expm1", "torch.Tensor.expm1", "inferred", ["loop", "parameter.items"]),
        (
            "weight.|square",
            "torch.Tensor.square",
            "inferred",
            ["assigned", "call.torch", "member", "member.open"],
        ),
    ],
)
def test_the_chain_leads_to_the_evidence(file: Path, marked: str, api: str, certainty: str, steps: list[str]) -> None:
    found = mindport("explain", place(file, marked), "--format", "json").json()

    assert (found["api"], found["certainty"]) == (api, certainty)
    assert [reason["kind"] for reason in found["reasons"]] == steps
    assert all(reason["line"] <= found["line"] for reason in found["reasons"])


@pytest.mark.parametrize(
    "code, step, words",
    [
        ("def f(q, *, out=None):\n    q = torch.relu(q)\n    return q.cos()", "call.torch", "torch.relu"),
        (
            "class N(nn.Module):\n    def forward(self, a, q):\n        b = self.fc(q)\n        q[0].cos()\n"
            "        return q + torch.neg(q)\n    def __init__(self):\n        self.fc = nn.Linear(2, 2)",
            "parameter.passed",
            "`self.fc`, `torch.neg`",
        ),
        (
            "class N(nn.Module):\n    def forward(self, a, q):\n        q[:, 0].cos()",
            "parameter.sliced",
            "slices it",
        ),
        (
            "class N(nn.Module):\n    def forward(self, a, q):\n        b = q * 2\n        b.cos()",
            "parameter.computed",
            "computes with it",
        ),
        ("def f(q: list):\n    for x in q:\n        x.unsqueeze(0).cos()", "call.torch", "unsqueeze"),
        ("for q in other.parts():\n    q.is_cuda\n    q.cos()", "told-by-use", "what one does with Tensors"),
        (
            "class Kept:\n    def __init__(self):\n        self.all = []\n    def add(self, n):\n        self.all.append(torch.ones(n))\n"
            "    def run(self):\n        return self.all[0].cos()",
            "filled",
            "`torch.ones(n)` is put into it",
        ),
        ("def f(n):\n    q = list()\n    q += [torch.ones(n)]\n    return q[0].cos()", "changed", "`[torch.ones(n)]`"),
        ("def f(q):\n    return q['a'].sigmoid().cos(), q['b']", "read", "`sigmoid`"),
        ("def f(q=torch.ones(2)):\n    return q.cos()", "parameter.default", "which is `torch.ones(2)` by default"),
        ("def f(q):\n    return q[0].cos()\nf([torch.ones(2)])", "parameter.calls", "called at line 6"),
        (
            "class N(nn.Module):\n    def forward(self, q):\n        return q[0].cos()\nN()([torch.ones(1)])",
            "parameter.calls",
            "called at line 7",
        ),
        (
            "class K:\n    @staticmethod\n    def f(q):\n        return q.is_cuda, q.cos()",
            "parameter.uses",
            "of `f`, which reads `cos`",
        ),
        (
            "class F(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        ctx.save_for_backward(x)\n"
            "        return x\n    @staticmethod\n    def backward(ctx, grad):\n        (q,) = ctx.saved_tensors\n        q.cos()",
            "saved",
            "what `ctx.save_for_backward(x)` has kept, at line 7",
        ),
        (
            "class F(torch.autograd.Function):\n    @staticmethod\n    def backward(ctx, grad):\n        grad.cos()",
            "parameter.gradient",
            "the gradient of what `forward` gives",
        ),
        ("q = torch.ones(1)\nif not q:\n    q = None\nq.cos()", "assigned", "assigned at line 4 from `torch.ones(1)`"),
        (
            "def f(n):\n    q = None\n    for _ in range(n):\n        if q is not None:\n            q.cos()\n"
            "        q = torch.ones(1)",
            "assigned",
            "assigned at line 9 from `torch.ones(1)`",
        ),
        ("def f(q=nn.Linear(1, 1)):\n    q.weight.cos()", "parameter.default", "which is `nn.Linear(1, 1)` by default"),
        (
            "g = torch.distributions.Normal(0, 1)\ng.sample().cos()",
            "assigned",
            "is an instance of `torch.distributions.Normal`",
        ),
        ("g = (nn.Linear if other else nn.Bilinear)(2, 2)\ng.weight.cos()", "member", "`Linear` of `torch.nn`"),
        (
            "def f(q, layer):\n    return layer(q.unsqueeze(0)).mT.cos()",
            "member",
            "`mT` of what is most likely a Tensor",
        ),
        (
            "class N(nn.Module):\n    def __init__(self):\n        super().__init__()\n        for n in ('a', 'b'):\n"
            "            self.register_buffer(n, torch.ones(1))\n    def forward(self):\n        self.b.cos()",
            "attribute.by-name",
            "`self.register_buffer(n, torch.ones(1))`, line 8, sets it by its name",
        ),
        (
            "class B(dict):\n    __getattr__ = dict.get\nB(q=torch.ones(1)).q.cos()",
            "call.torch",
            "`torch.ones(1)` is a Tensor",
        ),
        (
            "other.get().masked_fill(0, 1).type_as(0).cos()",
            "method-name",
            "`other.get()`: only the name `masked_fill`",
        ),
    ],
)
def test_what_is_done_with_a_value_is_named(tmp_path: Path, code: str, step: str, words: str) -> None:
    path = tmp_path / "m.py"
    text = f"import torch\nimport torch.nn as nn\nimport other\n{code}\n"
    path.write_text(text, "utf-8")
    at = text.index("cos()")
    place = f"{path}:{text.count(chr(10), 0, at) + 1}:{at - text.rfind(chr(10), 0, at)}"

    found = mindport("explain", place, "--format", "json").json()

    assert found["api"] == "torch.Tensor.cos"
    messages = [reason["message"] for reason in found["reasons"] if reason["kind"] == step]
    assert any(words in message for message in messages), found["reasons"]


def test_what_another_file_defines_is_explained_by_its_name_there_and_by_the_test_for_it(tmp_path: Path) -> None:
    (tmp_path / "kept.py").write_text(
        "import torch\nclass Kept:\n    def __init__(self):\n        self.q = torch.ones(1)\n"
    )
    path = tmp_path / "m.py"
    path.write_text(
        "from kept import Kept\ndef f(a):\n    if isinstance(a, Kept):\n        a.q.cos()\nKept().q.sin()\nKept\n"
    )

    tested, made, named = (mindport("explain", f"{path}:{place}").stdout for place in ("4:13", "5:10", "6:1"))

    assert "`q` of an instance of `Kept`" in tested
    assert "`a` is an instance of `Kept`: `isinstance(a, Kept)` asks for it at line 3" in tested
    assert "`Kept()` is a new `Kept`" in made
    assert "`Kept` is `kept.Kept`, imported at line 1" in named


def test_a_long_chain_says_that_it_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text(
        "import torch\na0 = torch.ones(1)\n" + "".join(f"a{n + 1} = a{n}\n" for n in range(40)) + "a40.cos()\n"
    )

    found = mindport("explain", f"{path}:43:5", "--format", "json").json()

    assert [reason["kind"] for reason in found["reasons"]][-2:] == ["assigned", "more"]


def test_a_function_of_another_file_is_named_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("import torch\n\n\ndef made(n):\n    return torch.ones(n)\n", "utf-8")
    path = tmp_path / "m.py"
    path.write_text("import torch\nfrom other import made\n\nmade(3).exp()\n", "utf-8")

    found = mindport("explain", f"{path}:4:9", "--format", "json").json()

    assert [reason["kind"] for reason in found["reasons"]] == ["call.elsewhere"]
    assert "`other.py`, line 4" in found["reasons"][0]["message"]


def test_what_is_nothing_of_torch_is_said_so(file: Path) -> None:
    done = mindport("explain", place(file, "|len(q)"))

    assert done.status == 0
    assert "nothing of torch" in done.stdout


def test_an_empty_place(file: Path) -> None:
    assert "no name" in mindport("explain", f"{file}:4:1").stdout


def test_in_chinese(file: Path) -> None:
    found = mindport("explain", place(file, "t.|abs"), "--language", "zh-CN").stdout

    assert "注解为 `torch.Tensor`" in found


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    check_refused(mindport("explain", f"{tmp_path / 'gone.py'}:1:1"), "gone.py")


def test_what_may_be_one_of_several_things_is_said_so(tmp_path: Path) -> None:
    file = tmp_path / "m.py"
    code = (
        "import torch\nclass Out:\n    pass\ndef f(a):\n    return Out() if a else (torch.ones(1),)\nf(0)[0].sort()\n"
    )
    file.write_text(code, "utf-8")
    words = {"en": "one of several things of the code's own", "zh-CN": "代码自定义的几种值之一"}
    for language, text in words.items():
        assert text in mindport("explain", f"{file}:6:9", "--language", language).stdout


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("def apply(x, f):\n    return f(x)\napply(torch.ones(1), lambda t: t.cos())", "which is handed to `apply`"),
        ("def apply(x, f):\n    return f(x)\napply(torch.ones(1), f=lambda t: t.cos())", "which is handed to `apply`"),
        ("keep = lambda t: t.cos()\nkeep(torch.ones(1))", "a parameter of the lambda at line 2"),
    ],
)
def test_the_parameter_of_a_lambda_is_explained_by_what_calls_it(tmp_path: Path, code: str, words: str) -> None:
    path = tmp_path / "m.py"
    text = f"import torch\n{code}\n"
    path.write_text(text, "utf-8")
    at = text.index("cos()")

    found = mindport(
        "explain", f"{path}:{text.count(chr(10), 0, at) + 1}:{at - text.rfind(chr(10), 0, at)}", "--format", "json"
    )

    assert found.json()["reasons"][-1]["message"].endswith(words)


def test_a_member_of_which_nothing_is_known_is_not_said_to_be_anything(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text("import torch\nimport other\nother.made().part\n", "utf-8")

    found = mindport("explain", f"{path}:3:14", "--format", "json").json()

    assert found["api"] is None
    assert "hardly ever" not in str(found["reasons"])


def test_a_property_is_explained_by_what_it_gives(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(
        "import torch\nclass Values:\n    @property\n    def best(self):\n        return torch.ones(3)\n"
        "values = Values()\nvalues.best.tolist()\nvalues.other.size()\n"
    )

    best, other = (mindport("explain", f"{file}:{place}").stdout for place in ("7:13", "8:8"))

    assert "`values.best` is a Tensor: what the property `best`, defined at line 4, gives" in best
    assert "`torch.ones(3)` is a Tensor: what `torch.ones` returns" in best
    assert "`other` of an instance of `Values`" in other
