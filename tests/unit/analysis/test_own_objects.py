"""Objects of the user's own that have the members of tensors: a member's name alone tells nothing, then."""

from __future__ import annotations

from pathlib import Path

import pytest
from found_uses import members

from mindport.engine import Engine, Settings

VALUE = """
class Value:
    def __init__(self, data):
        self.data, self.grad = data, 0.0

    def __add__(self, other):
        out = Value(self.data + other.data)
        return out

    def tanh(self):
        return Value(1)

    def backward(self, grad=None):
        self.grad = 1.0

    def detach(self):
        return self
"""
BATCH = """
class Batch:
    def __init__(self, x):
        self.x = x

    def to(self, device):
        return self
"""
TRAINER = """
class Trainer:
    def __init__(self, grad):
        self.grad = grad

    def backward(self, loss):
        loss.backward()

    def detach(self):
        return self
"""


@pytest.mark.parametrize(
    "code",
    [
        "def f(net, x):\n    loss = net(x)\n    loss.backward()\n",
        "def f(p):\n    return p.grad, p.requires_grad_\n",
        "def f(xs):\n    return [x.detach().tanh() for x in xs]\n",
        "total = sum([Value(1), Value(2)], Value(0))\ntotal.tanh().backward()\n",
    ],
)
def test_nothing_is_said_of_a_member_that_an_own_class_has(code: str) -> None:
    sure = [one for one in members(VALUE + code) if not one.endswith("?")]
    assert sure == []


def test_what_is_known_to_be_a_tensor_is_one() -> None:
    assert members(VALUE + "x = torch.ones(2).tanh()\nx.detach().backward()\n") == ["T.tanh", "T.detach", "T.backward"]


@pytest.mark.parametrize("other", [BATCH, TRAINER])
def test_a_class_with_little_of_tensors_makes_no_difference(other: str) -> None:
    code = "def f(net, x):\n    loss = net(x)\n    loss.backward()\n"
    assert members(other + code).count("T.backward") == members(code).count("T.backward") + (other is TRAINER)


def test_what_tensors_lie_in_has_some_of_their_members() -> None:
    code = "s = torch.ones(2).untyped_storage()\nhalf = s.clone()\nhalf.resize_(1)\nhalf.copy_(s)\n"
    assert [one for one in members(code) if not one.endswith("?")] == ["T.untyped_storage"]


def test_what_such_an_object_hands_down_to_what_it_holds() -> None:
    code = VALUE.replace("        return self\n", "        return self.apply(lambda x: x.detach())\n")
    assert members(code) == ["T.detach"]


def test_an_object_may_say_itself_what_torch_makes_of_it() -> None:
    code = """
class Quantity:
    def __init__(self, value):
        self.value = value
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return Quantity(1)
a = Quantity(torch.ones(2))
torch.stack([a, a]).shape, torch.sum(a).item()
torch.stack([a.value, a.value]).shape
torch.add(a, torch.ones(2)).sum()
"""
    assert members(code) == ["T.shape", "T.sum"]


BOXES = """
class Boxes:
    def __init__(self, tensor):
        self.tensor = tensor

    @property
    def device(self):
        return self.tensor.device

    def to(self, device):
        return Boxes(self.tensor)

    def clone(self):
        return self

    def size(self):
        return 0

    def __getitem__(self, at):
        return self
"""
WEIGHTS = """
class Weights(collections.OrderedDict):
    def half(self):
        return self

    def lerp(self, other):
        return self
"""
STATE = """
class State(namedtuple("State", ["q", "p"])):
    def detach(self):
        return self

    def clone(self):
        return self
"""
FORWARDED = """
class Frames:
    def __init__(self, x):
        self.{0} = x

    def __getattr__(self, name):
        return getattr(self.{0}, name)
"""


def sure(code: str) -> list[str]:
    return [one for one in members(code) if not one.endswith("?")]


@pytest.mark.parametrize(
    ("cls", "code"),
    [
        (BOXES, "def f(b):\n    return b.clone(), b.device\n"),
        (BOXES, "def f(b):\n    return b.to(b.device), b.clone()\n"),
        (BOXES, "def f(make):\n    b = make()\n    return b[:3, 2:5].clone()\n"),
        (WEIGHTS, "def f(make):\n    return make().lerp(2)\n"),
        (STATE, "def f(make):\n    return [s.detach().clone() for s in make()]\n"),
        (FORWARDED.format("x"), "def f(make):\n    s = make()\n    return s.unsqueeze(0), s.is_cuda\n"),
    ],
)
def test_what_an_object_at_hand_may_be_asked_as_well_tells_nothing(cls: str, code: str) -> None:
    assert sure(code) != []
    before = sure(cls)
    assert sure(cls + code) == before


def test_an_object_that_hands_on_to_its_environment_is_nothing_like_a_tensor() -> None:
    code = "def f(make):\n    s = make()\n    return s.unsqueeze(0), s.is_cuda\n"
    assert sure(FORWARDED.format("env") + code) == sure(code)


def test_what_one_call_gives_is_no_tensor_for_what_is_done_with_it() -> None:
    pose = """
class Rotation:
    def __init__(self, q):
        self._q = q

    def inverse(self):
        return Rotation(torch.neg(self._q))

class Pose:
    def __init__(self, r):
        self.r = r

    def inverse(self):
        return Pose(self.r.inverse())

    def device(self):
        return self.r.is_cuda

    def turned(self, other):
        return Pose(self.r @ other.r)
"""
    assert "T.is_cuda" in sure(pose)
    assert sure(pose + "Pose(Rotation(torch.ones(4)))\n") == []


def test_a_lambda_of_a_class_is_given_its_object() -> None:
    init = "    def __init__(self):\n        self.H = nn.Linear(1, 1)\n"
    energy = "    energy = lambda self, x: self.H(x).sum()\n"
    run = "    def run(self, x):\n        return self.energy(x).abs()\n"
    assert members(f"class A:\n{init}{energy}") == ["T.sum"]
    assert members(f"class A:\n{energy}{init}{run}") == ["T.sum", "T.abs"]
    assert members(f"class Net(nn.Module):\n{energy}{init}{run}") == ["T.sum", "T.abs"]


def test_a_variable_that_has_other_attributes_is_another_object() -> None:
    loader = "for data in torch.utils.data.DataLoader(made()):\n    data.unsqueeze(0)\n"
    assert sure(loader) == ["T.unsqueeze"]
    assert sure(loader + "    data.edges\n") == []
    assert sure(loader + "    data._edges\n") == ["T.unsqueeze"]
    assert sure(loader + "    data = data.edges\n") == ["T.unsqueeze"]


@pytest.mark.parametrize("made", ["array.array('f', x)", "hashlib.md5(x)", "memoryview(x)", "decimal.Decimal(x)"])
def test_what_python_makes_itself_is_no_tensor(made: str) -> None:
    code = (
        "import array, decimal, hashlib\ndef f(x, other):\n    made = {}\n    return made.unsqueeze(0), made.nbytes\n"
    )
    assert members(code.format("other(x)"))[0] == "T.unsqueeze"
    assert members(code.format(made)) == []


@pytest.mark.parametrize("method", ["eval()", "train(False)", "requires_grad_(False)", "apply(init)", "to('cpu')"])
def test_a_module_that_is_set_up_is_the_same_module(method: str) -> None:
    code = f"class A(nn.Module):\n    def forward(self, x):\n        return {{'a': torch.neg(x)}}\nA().{method}(made())['a'].sum()\n"
    assert sure(code)[-1] == "T.sum"


@pytest.mark.parametrize(
    "put",
    ['setattr(self, "q", {})', 'object.__setattr__(self, "q", {})', 'super().__setattr__("q", {})'],
)
def test_an_attribute_may_be_set_by_its_name(put: str) -> None:
    code = "class A:\n    def __init__(self, x):\n        {}\n    def f(self):\n        return self.q.sum()\n"
    assert members(code.format(put.format("torch.neg(x)"))) == ["T.sum"]
    assert sure(code.format(put.format("[x]"))) == []
    either = f"        if x is None:\n            {put.format('other()')}\n"
    assert sure(code.format(put.format("torch.neg(x)") + "\n" + either.rstrip())) == []


@pytest.mark.parametrize(
    "net",
    [
        "getattr(net, 'module', net)",
        "torch.optim.swa_utils.AveragedModel(net).module",
        "torch.distributed.fsdp.FullyShardedDataParallel(net).module",
        "nn.DataParallel(net).eval().module",
    ],
)
def test_a_module_that_is_unwrapped_is_the_one_that_was_wrapped(net: str) -> None:
    code = "class A(nn.Module):\n    def parts(self):\n        return {'a': torch.ones(1)}\nnet = A()\n"
    assert sure(code + f"{net}.parts()['a'].sum()\n")[-1] == "T.sum"


SCALAR = """
from typing import Self

class Scalar:
    def __add__(self, x) -> Self:
        return self.of("add", x)
    def __lt__(self, x) -> Self:
        return self.of("lt", x)
    def __eq__(self, x):
        return torch.eq(self.value, x)
    def pair(self) -> tuple[Self, Self]:
        return self, self
"""


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("(self < x).logical_not()", []),
        ("(x > self).logical_not()", []),
        ("(self == x).logical_not()", ["T.logical_not"]),
        ("(self + 1 - self).exp()", []),
        ("(2.0 * self).exp()", []),
        ("self.pair()[0].reciprocal()", []),
        ("(torch.ones(2) * self).exp()", ["T.exp"]),
    ],
)
def test_operators_of_an_own_class_give_what_its_methods_do(code: str, found: list[str]) -> None:
    assert members(f"{SCALAR}    def f(self, x):\n        return {code}\n") == found


def test_a_class_is_like_a_tensor_by_what_a_class_of_another_file_above_it_is(tmp_path: Path) -> None:
    (tmp_path / "above.py").write_text("class Moved:\n    def permute(self, *order):\n        return self\n", "utf-8")
    head = "import torch\nfrom above import Moved\n\n\nclass Mine(Moved):\n"
    methods = "".join(f"    def {one}(self):\n        return self\n" for one in ("exp", "log", "tanh", "softmax"))
    code = f"{head}{methods}    def f(self, rows):\n        return [row.exp().log() for row in rows]\n"
    (tmp_path / "mine.py").write_text(code, "utf-8")
    uses = Engine(Settings()).scan([tmp_path], 1).files[-1].uses

    assert [one.api for one in uses if one.certainty != "guessed"] == []


TENSORS = """
import torch


class Meta(type):
    pass


class SecretTensor(object, metaclass=Meta):
    def __getattribute__(self, name):
        return lookup(self, name)

    def copy_(self, other):
        return self

{methods}"""


@pytest.mark.parametrize(("methods", "found"), [(9, []), (2, ["torch.Tensor.unsqueeze", "torch.Tensor.square"])])
def test_a_class_that_a_module_takes_from_another_file(tmp_path: Path, methods: int, found: list[str]) -> None:
    names = ("exp", "log", "tanh", "softmax", "matmul", "clone", "detach", "square", "neg")[:methods]
    (tmp_path / "secret").mkdir()
    made = "".join(f"    def {one}(self):\n        return self\n" for one in names)
    (tmp_path / "secret" / "tensors.py").write_text(TENSORS.format(methods=made), "utf-8")
    (tmp_path / "secret" / "__init__.py").write_text("\nfrom .tensors import SecretTensor\n", "utf-8")
    code = "import torch\nimport secret\n\n\ndef f(n):\n    x = secret.rand(n)\n    return x.unsqueeze(0).square()\n"
    (tmp_path / "use.py").write_text(code, "utf-8")
    (use,) = [one for one in Engine(Settings()).scan([tmp_path], 1).files if str(one.path).endswith("use.py")]

    assert [one.api for one in use.uses if one.certainty != "guessed"] == found


MANY = ("dim", "numel", "sum", "clone", "repeat", "square", "exp", "log", "unsqueeze")


@pytest.mark.parametrize(
    ("taken", "found"),
    [("*", []), ("Tensor", []), ("Network", ["torch.Tensor.numel"])],
)
def test_a_class_called_tensor_that_a_package_takes_of_its_files(tmp_path: Path, taken: str, found: list[str]) -> None:
    (tmp_path / "trains").mkdir()
    kind = "Network" if taken == "Network" else "Tensor"
    own = f"class {kind}:\n" + "".join(f"    def {one}(self):\n        return 1\n" for one in MANY)
    (tmp_path / "trains" / "tensor.py").write_text(own, "utf-8")
    (tmp_path / "trains" / "__init__.py").write_text(f"from .tensor import {taken}\n", "utf-8")
    code = "import torch\nimport trains as tn\n\n\ndef f(t):\n    if t.dim() > 2:\n        return tn.normsq(t - tn.mean(t)) / t.numel()\n"
    (tmp_path / "use.py").write_text(code, "utf-8")
    (use,) = [one for one in Engine(Settings()).scan([tmp_path], 1).files if str(one.path).endswith("use.py")]

    assert [one.api for one in use.uses if one.certainty != "guessed"][-1:] == found
