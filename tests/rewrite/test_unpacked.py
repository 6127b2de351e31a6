"""``**options`` whose dictionary stands in the file: each argument behind it has its fate."""

from __future__ import annotations

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_ENGINE = Engine(Settings(target=Target.CPU))
_HEAD = "import torch\nfrom torch import nn\n\n\n"


def _line(body: str, holding: str) -> str:
    text = _ENGINE.migrate_text(_HEAD + body).text
    return next(line.strip() for line in text.splitlines() if holding in line)


def _layer(call: str, options: str, after: str = "") -> str:
    lines = [f"options = {options}", *([after] if after else []), f"layer = {call}"]
    body = "".join(f"    {line}\n" for line in lines)
    return _line(f"def make(dim, device=None, dtype=None, more=None):\n{body}    return layer\n", "layer =")


@pytest.mark.parametrize(
    ("call", "options", "expected"),
    [
        ("nn.Linear(dim, 4, **options)", "{'device': device}", "layer = mint.nn.Linear(dim, 4)"),
        (
            "nn.Linear(dim, 4, **options)",
            "{'device': device, 'dtype': dtype}",
            "layer = mint.nn.Linear(dim, 4, dtype=dtype)",
        ),
        (
            "nn.Conv2d(dim, 4, 3, **options)",
            "{'padding': 1, 'bias': False}",
            "layer = nn.Conv2d(dim, 4, 3, padding=1, has_bias=False, pad_mode='pad')",
        ),
        (
            "torch.zeros(2, dim, **options)",
            "dict(device=device)",
            "layer = mint.zeros((2, dim))",
        ),
        (
            "nn.BatchNorm2d(dim, **options)",
            "{'device': device, 'dtype': dtype}",
            "layer = nn.BatchNorm2d(dim, dtype=dtype or ms.float32)",
        ),
    ],
)
def test_known_options_are_written_out_as_far_as_they_matter(call: str, options: str, expected: str) -> None:
    assert _layer(call, options) == expected


@pytest.mark.parametrize(
    "after", ["options['bias'] = False", "options.update(more)", "options = more", "dtype = torch.float16"]
)
def test_options_that_change_are_not_known(after: str) -> None:
    assert _layer("nn.Linear(dim, 4, **options)", "{'device': device, 'dtype': dtype}", after).endswith("**options)")


def test_the_dictionary_of_a_function_is_known() -> None:
    body = "def kind(x):\n    return {'device': x.device, 'dtype': x.dtype}\n\n\ny = torch.zeros((2, 3), **kind(z))\n"

    assert _line(body, "y =") == "y = mint.zeros((2, 3), dtype=z.dtype)"


def test_numpy_names_of_parameters_are_torchs() -> None:
    assert _line("y = torch.cat([a, b], axis=1)\n", "y =") == "y = mint.cat([a, b], dim=1)"


def test_a_number_for_a_switch_becomes_a_truth_value() -> None:
    assert _line("y = nn.Linear(3, 4, 1)\n", "y =") == "y = mint.nn.Linear(3, 4, True)"


def test_options_for_speed_may_be_given_or_not() -> None:
    text = """
import torch


def make(groups, fused, rate):
    extra = dict(fused=True) if fused else dict()
    first = torch.optim.AdamW(groups, lr=rate, **extra)
    more = dict(lr=0.1) if fused else {}
    return first, torch.optim.AdamW(groups, **more), torch.optim.Adadelta(groups, **more)
"""
    found = _ENGINE.migrate_text(text).text
    assert "first = optim.AdamW(groups, lr=rate)" in found
    assert "return first, TorchAdamW(groups, **more), torch.optim.Adadelta(groups, **more)" in found


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("x.max(*more)", "x.max(*more)"),
        ("x.size(*more)", "x.size(*more)"),
        ("net.to(**options)", "net.to(**options)"),
        ("torch.tensor(1, **options)", "torch.tensor(1, **options)"),
        ("x.to(**options)", "moved_or_cast(x, **options)"),
        ("nn.ModuleList(*more)", "ModuleList(*more)"),
        ("x.permute(0, *more)", "x.permute(0, *more)"),
    ],
)
def test_what_is_hidden_is_not_left_out(call: str, expected: str) -> None:
    body = f"def run(x: torch.Tensor, net: nn.Module, more, options):\n    y = {call}\n    return y\n"

    assert _line(body, "y =") == f"y = {expected}"
