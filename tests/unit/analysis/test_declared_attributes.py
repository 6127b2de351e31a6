"""Attributes of which a method says what they hold before anything is put there."""

from __future__ import annotations

import pytest
from found_uses import members

_READER = """
from typing import Sequence, TypedDict, cast
class Part(TypedDict):
    x: torch.Tensor
    n: int

def read(path) -> list[Part]:
    return []

class Reader:
    def __init__(self, given):
        self.parts: Sequence[Part]
        {put}

    def get(self, i):
        return self.parts[i]["x"].shape
"""


@pytest.mark.parametrize(
    "put",
    [
        "self.parts = given",
        "self.parts = read(given)",
        "self.parts = cast(Sequence[Part], given) if given else read(given)",
        "if given:\n            self.parts = given\n        self.parts = [one for one in self.parts if one]",
    ],
)
def test_it_is_what_the_annotation_says(put: str) -> None:
    assert members(_READER.format(put=put)) == ["T.shape"]


def test_what_typing_brings_all_at_once() -> None:
    assert members("from typing import *\ndef f(x: Optional[Sequence[torch.Tensor]]):\n    x[0].shape") == ["T.shape"]


def test_a_sequence_or_a_list_of_the_same() -> None:
    body = """
from typing import Sequence
def f(xs: Sequence[torch.Tensor], more):
    ys = list(xs) if more else xs
    ys[0].shape
    if more:
        xs = [*xs, torch.ones(1)]
    xs[0].shape
"""
    assert members(body) == ["T.shape", "T.shape"]
