"""What is left of a value where a test of its class has failed."""

from __future__ import annotations

import textwrap

import pytest
from found_uses import members

CLIP = """
import numpy as np
def clip(x, n):
    if {test}:
        x.clamp_(0, n)
    else:
        x.clip(0, n), x.shape, x[:, 0].clip(0, n), x[1:].clip(0, n)
    return x
clip(torch.zeros(3), 1).mean()
"""


@pytest.mark.parametrize(
    "test",
    [
        "torch.is_tensor(x)",
        "isinstance(x, torch.Tensor)",
        "isinstance(x, (torch.Tensor, list))",
        "type(x) is torch.Tensor",
        "type(x) in (torch.Tensor, list)",
    ],
)
def test_what_is_no_tensor_is_not_taken_for_one(test: str) -> None:
    assert members(CLIP.format(test=test)) == ["T.clamp_", "T.mean"]


@pytest.mark.parametrize("test", ["n", "isinstance(x, nn.Parameter)", "isinstance(x, Grid)", "torch.is_tensor(n)"])
def test_other_tests_leave_a_tensor(test: str) -> None:
    assert members(CLIP.format(test=test)) == [
        "T.clamp_",
        "T.clip",
        "T.shape",
        "T.clip",
        "T.clip",
        "T.mean",
    ]


def test_what_takes_its_place_counts_where_the_ways_meet() -> None:
    text = """
    def f(x=torch.ones(2)):
        if not isinstance(x, torch.Tensor):
            x = torch.as_tensor(x.values)
        return x.sum()
    """
    assert members(textwrap.dedent(text)) == ["T.sum"]


@pytest.mark.parametrize("put", ["x[0]", "convert(x)", "[one.mean() for one in x][0]"])
def test_what_stands_in_place_of_a_tensor_becomes_one(put: str) -> None:
    text = f"def f(x):\n    if not torch.is_tensor(x):\n        x = {put}\n    return x.mean(0)\nf(torch.ones(2))"
    assert members(text)[-1:] == ["T.mean"]


@pytest.mark.parametrize(
    ("default", "test", "found"),
    [
        ("1", "isinstance(k, (int, float))", ["T.size"]),
        ("1.0", "isinstance(k, float)", ["T.size"]),
        ("1", "isinstance(k, str)", []),
        ("'a'", "isinstance(k, str)", []),
    ],
)
def test_a_number_by_default_may_be_a_tensor_where_it_is_no_number(default: str, test: str, found: list[str]) -> None:
    text = f"def f(k={default}):\n    if {test}:\n        return k.real\n    return k.size(0)"
    assert members(text) == found
