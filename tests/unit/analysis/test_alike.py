"""Objects that are like tensors, and the code that is written around them: operators that stand for matrices, points, rotations."""

from __future__ import annotations

import pytest
from found_uses import apis, members

FAMILY = """
class Base:
    def _diagonal(self) -> torch.Tensor:
        raise NotImplementedError
    def _shift(self):
        raise NotImplementedError

class Dense(Base):
    def __init__(self, tensor: torch.Tensor):
        self.tensor = tensor

class Sum(Base):
    def __init__(self, base: Base, other):
        self.base, self.other = base, other
    def _diagonal(self) -> torch.Tensor:
        return {code}
"""


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("self.other._diagonal().sum(-2)", ["T.sum"]),
        ("self.other._shift().sum(-2)", []),  # which says nothing of what it gives
        ("self.other._parts().sum(-2)", []),
        ("self._diagonal().sum(-2)", ["T.sum"]),
    ],
)
def test_a_method_that_is_not_public_is_one_of_the_same_kind(code: str, found: list[str]) -> None:
    assert members(FAMILY.format(code=code)) == found


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def f(x: Base):\n    if isinstance(x, Dense):\n        return x.tensor.sum()\n", ["T.sum"]),
        ("def f(x: Dense):\n    if isinstance(x, Base):\n        return x.tensor.sum()\n", ["T.sum"]),
        ("class One:\n    def __init__(self, x: Base):\n        self.x = x\n"
         "    def f(self):\n        if isinstance(self.x, Dense):\n            return self.x.tensor.sum()\n", ["T.sum"]),
    ],
)  # fmt: skip
def test_a_test_of_the_class_below_tells_more_than_what_is_known(code: str, found: list[str]) -> None:
    assert members(FAMILY.format(code="None") + code) == found


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("from functools import lru_cache\nmade = lru_cache(maxsize=None)(make)\nmade(3).sum()\n", ["T.sum"]),
        ("import functools\nmade = functools.cache(make)\nmade(3).sum()\n", ["T.sum"]),
        ("from functools import lru_cache\nmade = lru_cache(maxsize=None)\nmade(3).sum()\n", []),
        ("from keeping import cached\n@cached\ndef two():\n    return make(2)\ntwo().sum()\n", ["T.sum"]),
        ("from keeping import changed\n@changed\ndef two():\n    return make(2)\ntwo().sum()\n", []),
    ],
)
def test_what_keeps_results_gives_what_the_function_gives(code: str, found: list[str]) -> None:
    assert members("def make(n):\n    return torch.ones(n)\n" + code) == found


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def f(step, ps):\n    return step.split([p.numel() for p in ps])\n", ["T.split", "T.numel"]),
        ("def f(step, xs):\n    return step.split([len(x) for x in xs])\n", ["T.split"]),
        ("def f(step, xs):\n    return step.split([str(x) for x in xs])\n", []),
        ("def f(rot):\n    return rot.matrix().mT\n", ["T.mT"]),
        ("import numpy as np\ndef f(rot):\n    return np.asarray(rot.matrix().mT)\n", []),
        ("x = torch.eye(3).to_sparse()\nx._values().sum(), x._indices().shape\n",
         ["T.to_sparse", "T._values", "T.sum", "T._indices", "T.shape"]),
    ],
)  # fmt: skip
def test_what_only_tensors_are_asked_for(code: str, found: list[str]) -> None:
    assert members(code) == found


def test_how_own_derivatives_are_called_is_known() -> None:
    code = "import torch\nclass F(torch.autograd.Function):\n    jvp = torch.autograd.Function.jvp\n"
    assert "torch.autograd.Function.jvp" in apis(code)
