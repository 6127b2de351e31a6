"""Names of torch that a file gives another meaning are converted nowhere in it."""

from __future__ import annotations

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_ENGINE = Engine(Settings(target=Target.CPU))
_CODE = """import functools
import torch
from torch import nn


class LayerNorm(nn.Module):
    pass


nn.LayerNorm = LayerNorm
torch.load = functools.partial(torch.load, weights_only=False)
norm, act = nn.LayerNorm(3), nn.ReLU()
state = torch.load("state.pt")
"""


def test_a_class_that_is_replaced_stays_what_it_is_made() -> None:
    result = _ENGINE.migrate_text(_CODE)

    assert "torch.nn.LayerNorm = LayerNorm" in result.text
    assert "norm, act = torch.nn.LayerNorm(3), nn.ReLU()" in result.text
    assert [left.api for left in result.left] == ["torch.nn.LayerNorm"] * 2
    assert "assigns something else" in result.left[0].reason


def test_a_function_that_is_given_other_defaults_is_converted() -> None:
    assert "torch.load" not in _ENGINE.migrate_text(_CODE).text
