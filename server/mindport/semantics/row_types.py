"""Types as the rows of the mapping name them."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from mindport.semantics.types import (
    BOOL,
    DEVICE,
    DICT,
    DTYPE,
    FLOAT,
    INT,
    LIST,
    NDARRAY,
    NONE,
    NUMBER,
    OTHER,
    PARAMETER,
    SHAPE,
    STR,
    TENSOR,
    TENSORS,
    UNKNOWN,
    Type,
    tuple_of,
)

_WORDS: Final = {
    "tensor": TENSOR, "tensors": TENSORS, "int": INT, "float": FLOAT, "bool": BOOL, "str": STR, "none": NONE,
    "shape": SHAPE, "dtype": DTYPE, "device": DEVICE, "ndarray": NDARRAY, "list": LIST, "dict": DICT,
    "number": NUMBER, "other": OTHER, "parameter": PARAMETER,
}  # fmt: skip
_OBJECTS: Final = frozenset(["module", "optimizer", "scheduler", "dataset", "dataloader"])
_TUPLE: Final = re.compile(r"^\((.*)\)$")


@cache
def from_returns(word: str) -> Type:
    """The type that a row's ``returns`` names; ``self`` and ``any`` are the caller's to settle and come back unknown."""
    if word in _WORDS:
        return _WORDS[word]
    if word in _OBJECTS:
        return Type(word)
    inner = _TUPLE.match(word.strip())
    if inner:
        return tuple_of(*(from_returns(part) for part in _split(inner.group(1))))
    return UNKNOWN


def _split(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for index, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts
