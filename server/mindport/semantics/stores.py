"""Where a text sets an attribute of an object, as far as that is seen without parsing it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_SET: Final = re.compile(r"(?:\[[^\n=]*\])?[ \t]*(?::[^=\n]+)?(?:[-+*/%@&|^]|//|\*\*|<<|>>)?=(?!=)")
_FILLED: Final = re.compile(r"(?:\[[^\n=]*\])?\.(?:append|extend|insert|update)\(")
_ONE_OF_SEVERAL: Final = re.compile(r"[\w.,*()\[\] \t]*=(?!=)")
_TARGETS: Final = re.compile(r"[ \t]*[(\[]?[\w.,*\[\] \t]*")
_FIRST_OF_CALL: Final = re.compile(r"\w\([ \t\r\n]*(?:name[ \t]*=[ \t]*)?$")
_BY_NAME: Final = re.compile(r"\.(\w+)[ \t]*[-+*/%@&|^]*=(?!=)")
_LONGEST_HEAD: Final = 80  # of a call, before its first argument
_OWN: Final = ("self", "cls", "ctx")


def places(text: str, name: str, start: int, end: int) -> Iterator[int]:
    """Where the text between two places sets ``name`` of any object, or adds to what it holds; a few of these only read it."""
    dotted = f".{name}"
    at = text.find(dotted, start, end)
    while at >= 0:
        after = at + len(dotted)
        if _is_store(text, at, after, end):
            yield at
        at = text.find(dotted, after, end)


def given_by_name(text: str, name: str, start: int, end: int) -> Iterator[int]:
    """Where it calls something that may set the attribute, with the name as the first of several arguments."""
    for quote in ("'", '"'):
        quoted = f"{quote}{name}{quote}"
        at = text.find(quoted, start, end)
        while at >= 0:
            after = at + len(quoted)
            if text.startswith(",", after) and _FIRST_OF_CALL.search(text, max(start, at - _LONGEST_HEAD), at):
                yield at
            at = text.find(quoted, after, end)


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
        if not text.endswith(_OWN, max(0, at - _LONGEST_HEAD), at):
            found.setdefault(one.group(1), []).append(at)
    return found
