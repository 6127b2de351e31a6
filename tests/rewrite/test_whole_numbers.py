"""Whole numbers where MindSpore takes floats only."""

from __future__ import annotations

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_ENGINE = Engine(Settings(target=Target.CPU))


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("torch.optim.AdamW(p, betas=(0, 0.9), eps=1)", "optim.AdamW(p, betas=(0.0, 0.9), eps=1.0)"),
        ("torch.optim.AdamW(p, betas=(drop, x), weight_decay=-1)", "betas=(float(drop), x), weight_decay=-1.0)"),
        ("torch.optim.SGD(p, 0.1, momentum=0, weight_decay=0)", "optim.SGD(p, 0.1, momentum=0, weight_decay=0)"),
        ("torch.dropout(x, 0, True)", "ops.dropout(x, 0.0, True)"),
        ("torch.nn.Dropout2d(drop)", "nn.Dropout2d(float(drop))"),
        ("torch.nn.Dropout2d(p)", "nn.Dropout2d(p)"),
        ("torch.nn.CELU(1)", "nn.CELU(1.0)"),
        ("torch.nn.GroupNorm(2, 4, 1)", "nn.GroupNorm(2, 4, 1.0)"),
    ],
)
def test_a_whole_number_is_written_as_the_float_that_it_stands_for(call: str, after: str) -> None:
    text = f"import torch\n\n\ndef f(x: torch.Tensor, p, drop: int):\n    return {call}\n"

    assert after in _ENGINE.migrate_text(text).text


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("torch.nn.GRU(2, 4, 2, dropout=drop)", "nn.GRU(2, 4, 2, dropout=float(drop))"),
        ("torch.nn.Dropout2d(drop)", "nn.Dropout2d(float(drop))"),
        ("torch.nn.Dropout2d(rate)", "nn.Dropout2d(rate)"),
        ("torch.clamp(x, drop)", "ops.clamp(x, drop)"),
        ("torch.full((2,), drop)", "full((2,), drop)"),
    ],
)
def test_what_is_declared_a_float_may_be_the_whole_number_that_it_is_by_default(call: str, after: str) -> None:
    text = f"import torch\n\n\ndef f(x: torch.Tensor, drop: float = 0, rate: float = 0.5):\n    return {call}\n"
    held = f"import torch\n\n\nclass A:\n    drop: float = 0\n\n\ndef f(x, a: A):\n    return {call.replace('drop)', 'a.drop)')}\n"

    assert after in _ENGINE.migrate_text(text).text
    if "x" not in call and "rate" not in call:
        assert after.replace("drop)", "a.drop)") in _ENGINE.migrate_text(held).text
