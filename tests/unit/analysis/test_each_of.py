"""What a test of all elements tells of them, and of what holds them."""

from __future__ import annotations

import pytest
from found_uses import members

YES = [
    ("all(isinstance(x, torch.Tensor) for x in xs)", "xs[0].sort()", 1),
    ("all([torch.is_tensor(x) for x in xs])", "[y.sort() for y in xs]", 1),
    ("isinstance(xs, (list, tuple)) and all(isinstance(x, torch.Tensor) for x in xs)", "xs[0].sort()", 1),
    ("not any(not isinstance(x, torch.Tensor) for x in xs)", "xs[0].sort()", 1),
    ("all(isinstance(x, torch.Tensor) for x in (xs, ys))", "xs.sort(), ys.sort()", 2),
    ("all(isinstance(x, torch.Tensor) for x in xs.values())", "xs['a'].sort()", 1),
    ("all(isinstance(x, torch.Tensor) and len(x) for x in [xs, ys])", "ys.sort()", 1),
]
NO = [
    ("all(isinstance(x, np.ndarray) for x in xs)", "xs[0].sort()"),
    ("any(isinstance(x, torch.Tensor) for x in xs)", "xs[0].sort()"),
    ("not all(isinstance(x, torch.Tensor) for x in xs)", "xs[0].sort()"),
    ("all(isinstance(x, (torch.Tensor, np.ndarray)) for x in xs)", "xs[0].sort()"),
    ("all(isinstance(x, torch.Tensor) for x in xs if x)", "xs[0].sort()"),
    ("all(isinstance(x, torch.Tensor) for x in xs[1:])", "xs[0].sort()"),
    ("all(isinstance(x, torch.Tensor) for y in xs for x in y)", "xs[0].sort()"),
    ("all(isinstance(x, torch.Tensor) for x in xs)", "xs.sort()"),
    ("each(isinstance(x, torch.Tensor) for x in xs)", "xs[0].sort()"),
    ("not any(isinstance(x, torch.Tensor) for x in (xs, ys))", "xs.sort()"),
]
FUNCTION = "import numpy as np\ndef f(xs, ys, x):\n    if {}:\n        return {}\n"


@pytest.mark.parametrize(("test", "then", "times"), YES)
def test_all_of_them_are_tensors(test: str, then: str, times: int) -> None:
    assert members(FUNCTION.format(test, then)) == ["T.sort"] * times


@pytest.mark.parametrize(("test", "then"), NO)
def test_not_all_of_them_are_told(test: str, then: str) -> None:
    assert members(FUNCTION.format(test, then)) == []


def test_an_assertion_tells_it_too() -> None:
    text = "def f(xs):\n    assert all(isinstance(x, torch.Tensor) for x in xs)\n    for x in xs:\n        x.sort()\n"

    assert members(text) == ["T.sort"]


def test_the_variable_of_the_test_is_another() -> None:
    text = "def f(x, xs):\n    if all(isinstance(x, torch.Tensor) for x in xs):\n        return x.sort()\n"

    assert members(text) == []


def test_what_an_element_is_besides_stays_known() -> None:
    text = "def f(n):\n    xs = [torch.ones(n), None]\n    if all(x is not None for x in xs):\n        return xs[0].sort()\n"

    assert members(text) == ["T.sort"]
