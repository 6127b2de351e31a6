"""Functions that return tuples of several lengths: how one is taken apart tells which it was."""

from __future__ import annotations

import pytest
from found_uses import members

_BY_FLAG = """
def f(x, more=False):
    y = torch.relu(x)
    {}

{}
"""
_EXPRESSION = "return (y, [1], y) if more else ([1], y)"
_STATEMENTS = "if more:\n        return y, [1], y\n    return [1], y"


@pytest.mark.parametrize("returned", [_EXPRESSION, _STATEMENTS])
@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("a, b, c = f(x, True)\na.mean()\nb.sum()\nc.mean()", ["T.mean", "T.mean"]),
        ("a, b = f(x)\na.sum()\nb.mean()", ["T.mean"]),
        ("y = f(x)\na, b = y\nb.mean()", ["T.mean"]),
        ("f(x)[2].mean()\nf(x)[-1].mean()", ["T.mean", "T.mean"]),
        # look-alikes
        ("a, b, c, d = f(x)\nb.count(1)\nd.sum()", ["T.sum"]),
        ("f(x)[0].count(1)\nf(x)[1].count(1)", []),
        ("a, *b = f(x)\na.count(1)\na.insert(0, a)", []),
    ],
)
def test_taken_apart(returned: str, body: str, found: list[str]) -> None:
    assert members(_BY_FLAG.format(returned, body)) == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("def f(g, x: torch.Tensor, c):\n    y = g(x)\n    return (x, y) if c else x\nf(g, x, 1).abs()", ["T.abs"]),
        ("def f(g, x: torch.Tensor, c):\n    return (x, c) if c else x\nf(g, x, 1).abs()", ["T.abs"]),
        (
            "def f(g, x: torch.Tensor, c):\n    return (x, c) if c else x\ny, z = f(g, x, 1)\ny.abs(), z.abs()",
            ["T.abs"],
        ),
        (
            "def f(x: torch.Tensor, c):\n    return (x, None) if c else (x, x) if c is None else x\ny, z = f(x, 1)\nz.abs()",
            ["T.abs"],
        ),
    ],
)
def test_a_tensor_or_a_tuple_of_such(body: str, found: list[str]) -> None:
    assert members(body) == found
