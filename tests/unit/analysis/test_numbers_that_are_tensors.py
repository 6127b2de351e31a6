"""Methods of what is said to be a number, which numbers do not have."""

from __future__ import annotations

import pytest
from found_uses import members

CODE = "def f(mass: float, n: int = 3, k=1.0):\n    return {}\n"


@pytest.mark.parametrize("called", ["mass.square()", "n.unsqueeze(0)", "k.detach()"])
def test_only_tensors_have_it(called: str) -> None:
    assert members(CODE.format(called)) == [f"T.{called.split('.')[1].partition('(')[0]}"]


@pytest.mark.parametrize(
    "read", ["mass.is_integer()", "mass.sum()", "n.bit_length()", "k.item()", "mass.device", "n.real"]
)
def test_numbers_or_arrays_have_it_too(read: str) -> None:
    assert members(CODE.format(read)) == []
