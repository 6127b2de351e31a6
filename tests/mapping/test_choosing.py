"""Which form of a row a call with values that are not known gets."""

from __future__ import annotations

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_ENGINES = {target: Engine(Settings(target=target)) for target in (Target.CPU, Target.ASCEND)}


def _line(call: str, target: Target = Target.CPU) -> str:
    head = "import torch\nfrom torch import nn\nfrom torch.nn import functional as F\n\n\n"
    text = _ENGINES[target].migrate_text(f"{head}def f(x, k, some, d, u):\n    out = {call}\n    return out\n").text
    return next(line.strip().removeprefix("out = ") for line in text.splitlines() if "out = " in line)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("F.one_hot(x, k)", "ops.one_hot(x, k)"),
        ("nn.MaxPool2d(k, d)", "nn.MaxPool2d(k, d)"),
        ("nn.AvgPool1d(k, stride=d)", "nn.AvgPool1d(k, stride=d)"),
        ("torch.std(x, d)", "std(x, d)"),
        ("torch.var(x, d, u)", "x.var(axis=d, ddof=int(u))"),
        ("torch.var(x, False)", "x.var(ddof=0)"),
    ],
)
def test_an_argument_that_is_not_known_is_not_lost(call: str, expected: str) -> None:
    assert _line(call) == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [("torch.std(x, d)", "mint.std(x, d)"), ("torch.std(x, d, u)", "std(x, d, u)")],
)
def test_nor_is_it_with_mint(call: str, expected: str) -> None:
    assert _line(call, Target.ASCEND) == expected


@pytest.mark.parametrize("call", ["torch.isin(x, k, invert=u)", "torch.cholesky_inverse(x, upper=u)"])
def test_where_every_form_would_lose_it_the_call_stays(call: str) -> None:
    assert _line(call) == call


@pytest.mark.parametrize(
    "call", ["torch.var(x, *d)", "F.one_hot(x, **k)", "F.logsigmoid(*k)", "torch.tensor(x, **k)", "torch.qr(x, **k)"]
)
def test_what_stars_hide_is_not_lost_in_a_form_of_its_own(call: str) -> None:
    assert _line(call).removeprefix("torch.nn.functional.") == call.removeprefix("F.")


def test_a_star_in_the_place_of_sizes_is_placed() -> None:
    assert _line("torch.rand(*k)") == "ops.rand(*k)"
