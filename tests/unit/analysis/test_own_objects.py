"""Objects of the user's own that have the members of tensors: a member's name alone tells nothing, then."""

from __future__ import annotations

import pytest
from found_uses import members

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
        "def f(xs):\n    return [x.clone().detach() for x in xs]\n",
        "total = sum([Value(1), Value(2)], Value(0))\ntotal.tanh().backward()\n",
    ],
)
def test_nothing_is_said_of_a_member_that_an_own_class_has(code: str) -> None:
    sure = [one for one in members(VALUE + code) if not one.endswith("?")]
    assert [one for one in sure if one not in ("T.clone",)] == []


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
