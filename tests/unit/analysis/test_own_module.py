"""A module that reaches its own variables by way of ``sys.modules``."""

from __future__ import annotations

import pytest
from found_uses import members

CODE = """
import sys
own = {own}
shape = lambda x, *more, **named: x.reshape(*more, **named)
def total(x):
    return x.sum()
def run():
    y = own.shape(own.made(2), (-1, 1))
    own.total(y).mean()
    own.nothing(y)
made = torch.ones
"""


def test_a_module_reaches_its_own_variables() -> None:
    assert members(CODE.format(own="sys.modules[__name__]")) == ["T.reshape", "T.sum", "T.mean"]


@pytest.mark.parametrize("own", ["sys.modules['torch']", "sys.modules", "modules[__name__]"])
def test_other_modules_are_other_modules(own: str) -> None:
    assert "T.mean" not in members(CODE.format(own=own))
