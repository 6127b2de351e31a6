"""Where a text sets an attribute of an object, as far as that is seen without parsing it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

_SET: Final = re.compile(r"(?:\[[^\n=]*\])?[ \t]*(?::[^=\n]+)?(?:[-+*/%@&|^]|//|\*\*|<<|>>)?=(?!=)")
_FILLED: Final = re.compile(r"(?:\[[^\n=]*\])?\.(?:append|extend|insert|update)\(")
_ONE_OF_SEVERAL: Final = re.compile(r"[\w.,*()\[\] \t]*=(?!=)")
_TARGETS: Final = re.compile(r"[ \t]*[(\[]?[\w.,*\[\] \t]*")
_ATTRIBUTE: Final = re.compile(r"\.([^\W\d]\w*)(?![\w(])")
# Begins with what it is found by, which is many times quicker.
_GIVEN: Final = re.compile(r"\((?<=\w\()[ \t\r\n]*(?:name[ \t]*=[ \t]*)?(['\"])(\w+)\1,")
_BY_NAME: Final = re.compile(r"\.(\w+)[ \t]*[-+*/%@&|^]*=(?!=)")
_OF_OTHERS: Final = (".get", ".pop", ".setdefault", ".replace", ".split", ".log")
"""Ends of callees that take a word first and set no attribute of that name."""
_LONGEST_OTHER: Final = 11
_LONGEST_OWN: Final = 4
_OWN: Final = ("self", "cls", "ctx")


class Stores:
    """What the text between two places sets: it is looked through once, whatever is asked for then."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text, self._end = text, end
        self._mentions: dict[str, list[int]] = {}
        self._named: dict[str, list[int]] = {}
        for one in _ATTRIBUTE.finditer(text, start, end):
            self._mentions.setdefault(one.group(1), []).append(one.start())
        for one in _GIVEN.finditer(text, start, end):
            at = one.start()
            if not text.endswith(_OF_OTHERS, max(0, at - _LONGEST_OTHER), at):
                self._named.setdefault(one.group(2), []).append(at)

    def of(self, name: str) -> Iterator[int]:
        """Where it sets ``name`` of any object, or adds to what it holds; a few of these only read it."""
        for at in self._mentions.get(name, ()):
            if _is_store(self._text, at, at + len(name) + 1, self._end):
                yield at

    def by_name(self, name: str) -> Sequence[int]:
        """Where it calls something that may set the attribute, with the name as the first of several arguments."""
        return self._named.get(name, ())


def _is_store(text: str, at: int, after: int, end: int) -> bool:
    """Whether the attribute between two places is set, by what stands around it."""
    following = text[after : after + 1]
    if following == "(" or following == "_" or following.isalnum():
        return False
    if following == "." or following == "[":
        return (
            _FILLED.match(text, after, end) is not None or following == "[" and _SET.match(text, after, end) is not None
        )
    if following in ",)]":
        line = text.rfind("\n", 0, at) + 1
        return _ONE_OF_SEVERAL.match(text, after, end) is not None and _TARGETS.fullmatch(text, line, at) is not None
    if _SET.match(text, after, end) is not None:
        return True
    if following != " " and following != ":":
        return False
    line = text.rfind("\n", 0, at) + 1
    before = text[line : max(line, text.rfind(" ", line, at))]
    return before.endswith((" as", "for", "\tas")) or (
        _ONE_OF_SEVERAL.match(text, after, end) is not None and _TARGETS.fullmatch(text, line, at) is not None
    )


def by_others(text: str) -> dict[str, list[int]]:
    """Attributes that the text sets of another object than the one that a method belongs to, and where."""
    found: dict[str, list[int]] = {}
    for one in _BY_NAME.finditer(text):
        at = one.start()
        if not text.endswith(_OWN, max(0, at - _LONGEST_OWN), at):
            found.setdefault(one.group(1), []).append(at)
    return found
