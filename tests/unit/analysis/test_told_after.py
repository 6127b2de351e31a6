"""What a call is given, or compared with, tells of the receiver of its method; so does what is taken where it is None."""

from __future__ import annotations

import pytest
from found_uses import members

HEAD = "import numpy as np\nones = np.ones(3).mean()\n"


def found(body: str, head: str = HEAD) -> list[str]:
    return members(f"{head}def f(x, y, n):\n    {body}\n")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("y = x\n    if y.dim() == 2:\n        y = y.mean(-1)\n    assert y.dim() == 1", ["T.dim", "T.mean", "T.dim"]),
        ("y = x.part\n    return y.dim() in (2, 3)", ["T.dim"]),
        ("y = x.part\n    return y.dim() in kinds", []),
        ("while x.part.dim() < y.part.dim():\n        pass", ["T.dim", "T.dim"]),
        ("z = torch.ones(1)\n    return z.dim() == y.part.dim()", ["T.dim", "T.dim"]),
        ("return x.part.size() == y.part.size()", ["T.size", "T.size"]),
        ("return x.part.size() == y.part.dim()", []),
        ("y = x.part\n    return y.dim() == n", []),
        ("y = x.part\n    return y.dim(0) == 2", []),
        ("y = x.part\n    return y.size() == 2", []),  # a queue's
        ("return torch.rand(x.size()) + n", ["T.size"]),
        ("return torch.rand(3).expand(x.size())", ["T.expand", "T.size"]),
        ("return other.rand(x.size())", []),
        ("return torch.rand(x.size(n))", []),
        ("mask = torch.floor(y)\n    return x.part.mul(mask)", ["T.mul"]),
        ("mask = torch.floor(y)\n    return x.part.mul(mask, n)", []),
        ("return x.part.mul(y.part)", []),
        ("mask = torch.floor(y)\n    return x.part.put(mask)", []),
    ],
)
def test_what_is_compared_or_given(body: str, expected: list[str]) -> None:
    assert found(body) == expected


OWN = "class Space:\n    def dim(self):\n        return 2\n    def mul(self, other):\n        return self\n"


@pytest.mark.parametrize("body", ["return x.part.dim() == 2", "mask = torch.floor(y)\n    return x.part.mul(mask)"])
def test_nothing_is_told_where_an_own_class_has_the_method(body: str) -> None:
    assert found(body, HEAD + OWN) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if y is None:\n        y = torch.ones(1)\n    else:\n        y.shape", ["T.shape"]),
        ("if y is None:\n        y = [1]\n    else:\n        y.shape", []),
        ("if y is None:\n        return torch.ones(1)\n    else:\n        y.shape", []),
        ("if y is n:\n        y = torch.ones(1)\n    else:\n        y.shape", []),
        ("if y == 2:\n        y = torch.ones(1)\n    else:\n        y.shape", []),
        ("z = torch.ones(1)\n    return z.shape if y is None else y.shape", ["T.shape", "T.shape"]),
        ("return x.shape if y is None else y.shape", []),
        ("z = torch.ones(1)\n    return z.shape if n is None else y.shape", ["T.shape"]),
    ],
)
def test_what_is_taken_in_place_of_none(body: str, expected: list[str]) -> None:
    assert found(body) == expected
