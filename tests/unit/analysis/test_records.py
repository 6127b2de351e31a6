"""Named tuples, typed dicts and data classes of the user's own."""

from __future__ import annotations

import pytest
from found_uses import members

BEFORE = """
from dataclasses import dataclass, replace
from typing import NamedTuple, TypedDict


class Pair(NamedTuple):
    x: torch.Tensor
    n: int = 1


class Batch(TypedDict):
    x: torch.Tensor
    n: int


@dataclass
class Output:
    x: torch.Tensor
    n: int = 1


def f(pair: Pair, batch: Batch, output: Output):
    """


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("pair[0].round(), pair[-2].abs()", ["T.round", "T.abs"]),
        ("pair._replace(n=2).x.round()", ["T.round"]),
        ("x, n = pair\n    x.round(), n.round()", ["T.round"]),
        ("batch['x'].round()", ["T.round"]),
        ("replace(output, n=2).x.round()", ["T.round"]),
        # look-alikes
        ("pair[1].round(), pair[2].round(), pair[n].round(), pair['x'].round()", []),
        ("batch['n'].round(), batch['other'].round(), batch[0].round()", []),
        ("replace(output, n=2).n.round(), output[0].round(), output._replace(n=2).x.round()", []),
    ],
)
def test_parts(body: str, found: list[str]) -> None:
    assert members(BEFORE + body) == found
