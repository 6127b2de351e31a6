"""What can be said of torch's version, and of what is made of it: of its text all but the end, which tells the build."""

from __future__ import annotations

import ast
import re
from typing import Final

from mindport.semantics.torch_names import VERSION
from mindport.syntax.nodes import Eq, Gt, GtE, In, Lt, LtE, NotEq, NotIn

_RELEASE: Final = re.compile(r"v?(\d+(?:\.\d+)*)(.*)", re.DOTALL)


class Text:
    """A text of which only the beginning is known. ``version``: it compares as versions do, not as texts."""

    __slots__ = ("begins", "version")

    def __init__(self, begins: str, version: bool = False) -> None:
        self.begins = begins
        self.version = version

    def __repr__(self) -> str:
        return f"Text({self.begins!r}, {self.version})"


class Row:
    """A list or a tuple. ``open``: more may follow."""

    __slots__ = ("items", "open")

    def __init__(self, items: tuple[object, ...], open: bool = False) -> None:
        self.items = items
        self.open = open

    def __repr__(self) -> str:
        return f"Row({self.items!r}, {self.open})"


class Release:
    """A version that was read. ``exact``: nothing follows the numbers. ``by``: the user's function that has read it."""

    __slots__ = ("by", "exact", "numbers")

    def __init__(self, numbers: tuple[int, ...], exact: bool, by: object = None) -> None:
        self.numbers = numbers
        self.exact = exact
        self.by = by

    def __repr__(self) -> str:
        return f"Release({self.numbers!r}, {self.exact}, {id(self.by)})"


TORCHS: Final = Text(VERSION, True)
"""What ``torch.__version__`` is."""

TORCHVISIONS: Final = Text(f"0.{int(VERSION.split('.')[1]) + 15}.0", True)
"""What ``torchvision.__version__`` is of the release that goes with it."""

# How two values compare. Where the end of one is not known, they may be equal, or it is the greater one.
_LESS: Final = -2
_LESS_OR_EQUAL: Final = -1
_EQUAL: Final = 0
_EQUAL_OR_MORE: Final = 1
_MORE: Final = 2
_ANY: Final = 3


def read(value: object, by: object = None) -> Release | None:
    """The version that a text tells; None where it tells none."""
    text = value.begins if isinstance(value, Text) else value
    found = _RELEASE.match(text) if isinstance(text, str) else None
    if found is None:
        return None
    numbers = tuple([int(part) for part in found.group(1).split(".")])
    return Release(numbers, not isinstance(value, Text) and not found.group(2), by)


def compare(kind: type[ast.cmpop], left: object, right: object) -> bool | None:
    """What a comparison gives; None where that is not known."""
    if kind is In or kind is NotIn:
        held = _is_among(left, right)
        return held if held is None or kind is In else not held
    word = _beside_word(left, right)
    if word:
        return {Eq: False, NotEq: True}.get(kind)
    order = _order(left, right)
    if kind is Eq or kind is NotEq:
        if order in (_LESS_OR_EQUAL, _EQUAL_OR_MORE, _ANY):
            return None
        return (order == _EQUAL) == (kind is Eq)
    if kind is Gt or kind is GtE:
        order, kind = (order if order == _ANY else -order), Lt if kind is Gt else LtE
    if order == _ANY or kind not in (Lt, LtE):
        return None
    if kind is Lt:
        return None if order == _LESS_OR_EQUAL else order == _LESS
    return None if order == _EQUAL_OR_MORE else order < _MORE


def _is_among(one: object, values: object) -> bool | None:
    if not isinstance(values, Row) or values.open:
        return None
    found = [compare(Eq, one, value) for value in values.items]
    return True if True in found else None if None in found else False


def _beside_word(left: object, right: object) -> bool:
    """Whether the version is compared with a text that is none."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Text) and one.version and isinstance(other, str):
            return read(other) is None
    return False


def _order(left: object, right: object) -> int:
    if isinstance(left, Text) and left.version and not isinstance(right, Text):
        other = right if isinstance(right, str) else _joined(right)
        return _of_releases(read(left), read(other))
    if isinstance(right, (Text, Release)) and not isinstance(left, (Text, Release)):
        found = _order(right, left)
        return found if found == _ANY else -found
    if isinstance(left, Text) and isinstance(right, str):
        return _of_texts(left.begins, right)
    if isinstance(left, Release) and isinstance(right, Release) and left.by is right.by:
        return _of_releases(left, right)
    if isinstance(left, Release) and isinstance(right, str) and left.by is None:
        return _of_releases(left, read(right))  # as those of distutils do
    if isinstance(left, Row) and isinstance(right, Row):
        return _of_rows(left, right)
    if isinstance(left, str) and isinstance(right, str):
        return _sign(left < right, left == right)
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return _sign(left < right, left == right)
    return _ANY


def _sign(less: bool, equal: bool) -> int:
    return _EQUAL if equal else _LESS if less else _MORE


def _joined(value: object) -> str | None:
    """``(1, 9)`` beside torch's own version is ``"1.9"``."""
    if not isinstance(value, Row) or value.open or not all(isinstance(one, (int, str)) for one in value.items):
        return None
    return ".".join([str(one) for one in value.items])


def _of_texts(begins: str, other: str) -> int:
    if other.startswith(begins):
        return _EQUAL_OR_MORE if other == begins else _ANY
    return _LESS if begins < other else _MORE


def _of_releases(left: Release | None, right: Release | None) -> int:
    if left is None or right is None:
        return _ANY
    length = max(len(left.numbers), len(right.numbers))
    one = left.numbers + (0,) * (length - len(left.numbers))
    other = right.numbers + (0,) * (length - len(right.numbers))
    if one != other:
        return _LESS if one < other else _MORE
    if left.exact and right.exact:
        return _EQUAL
    return _EQUAL_OR_MORE if right.exact else _ANY if not left.exact else _LESS_OR_EQUAL


def _of_rows(left: Row, right: Row) -> int:
    for one, other in zip(left.items, right.items):
        order = _order(one, other)
        if order != _EQUAL:
            return order if order in (_LESS, _MORE) else _ANY
    if left.open and right.open:
        return _ANY
    left_more, right_more = len(left.items) > len(right.items), len(right.items) > len(left.items)
    if left.open:
        return _ANY if right_more else _MORE if left_more else _EQUAL_OR_MORE
    if right.open:
        return _ANY if left_more else _LESS if right_more else _LESS_OR_EQUAL
    return _MORE if left_more else _LESS if right_more else _EQUAL


def split(value: object, separator: str) -> Row | None:
    """The parts of a text."""
    if isinstance(value, str) and separator:
        return Row(tuple(value.split(separator)))
    if not isinstance(value, Text) or not separator:
        return None
    if separator == "+":
        return Row((value.begins,), True)  # before which the build is told
    parts: list[object] = [*value.begins.split(separator)]
    parts[-1] = Text(str(parts[-1]))
    return Row(tuple(parts), True)


def without_build(value: object, end: object) -> Text | None:
    """``text.rstrip("+cpu")``, ``text.removesuffix("+cpu")``: the text as it begins, if no numbers go."""
    if not isinstance(value, Text) or not isinstance(end, str) or any(one.isdigit() or one == "." for one in end):
        return None
    return value


def starts(value: object, beginning: object) -> bool | None:
    """``text.startswith(beginning)``."""
    if isinstance(beginning, Row):
        found = [starts(value, one) for one in beginning.items]
        return True if True in found else None if None in found or beginning.open else False
    if not isinstance(beginning, str):
        return None
    if isinstance(value, str):
        return value.startswith(beginning)
    if isinstance(value, Text):
        if value.begins.startswith(beginning):
            return True
        return None if beginning.startswith(value.begins) else False
    return None


def item(value: object, place: int) -> object:
    """One of a text's characters, or of a row's items; None where it is not known."""
    if place < 0:
        items = value.items if isinstance(value, Row) and not value.open else value if isinstance(value, str) else ()
        return items[place] if len(items) >= -place else None
    if isinstance(value, Row):
        return value.items[place] if place < len(value.items) else None
    text = value.begins if isinstance(value, Text) else value
    return text[place] if isinstance(text, str) and place < len(text) else None


def part(value: object, first: int, end: int | None) -> object:
    """``value[first:end]``; None where it is not known."""
    if first < 0 or end is not None and end < 0:
        return None
    if isinstance(value, Row):
        whole = end is not None and end <= len(value.items)
        return Row(value.items[first:end], value.open and not whole)
    if isinstance(value, str):
        return value[first:end]
    if isinstance(value, Text):
        return value.begins[first:end] if end is not None and end <= len(value.begins) else None
    return None


def number(value: object, kind: str) -> object:
    """``int(value)``, ``float(value)``; None where it is not known."""
    if not isinstance(value, (str, int, float)):
        return None
    try:
        return int(value) if kind == "int" else float(value)
    except (ValueError, OverflowError):
        return None


def matched(pattern: object, how: str, text: object) -> Row | None:
    """What ``re.match`` or ``re.search`` finds in a version: the whole, and its groups. Of the part that tells the build nothing
    is known, so that none of them may end there."""
    begins = text.begins if isinstance(text, Text) else text
    if not isinstance(pattern, str) or not isinstance(begins, str) or len(pattern) > _LONGEST_PATTERN:
        return None
    try:
        found = getattr(re, how)(pattern, begins)
    except (re.error, OverflowError):  # the latter of ``a{99999999999}``
        return None
    if found is None or isinstance(text, Text) and found.end() == len(begins) and not begins[-1:].isdigit():
        return None
    groups = (found.group(0), *found.groups())
    return Row(groups) if None not in groups else None


_LONGEST_PATTERN: Final = 80
