"""What a module's text tells of its names, before any of it is parsed."""

from __future__ import annotations

import builtins
import functools
import re
from typing import Final

_ALL: Final = re.compile(r"__all__[ \t]*(?::[^=\n]*)?=[ \t]*[\[(]([^\])]*)[\])][ \t]*(?:#.*)?$", re.MULTILINE)
_ITEM: Final = re.compile(r"""\s*(?:"(\w+)"|'(\w+)')\s*(?:,|$)""")
_COMMENT: Final = re.compile(r"#[^\n]*")
_BUILTINS: Final = frozenset(dir(builtins))


def written_out(text: str) -> frozenset[str] | None:
    """The names that a module lists in ``__all__``; None where it has none, or has more than one list of plain strings."""
    at = text.find("__all__")
    if at < 0 or at > 0 and text[at - 1] != "\n" or text.find("__all__", at + 1) >= 0:
        return None
    found = _ALL.match(text, at)
    if found is None or "#" in found.group(1).rpartition("\n")[2]:
        return None
    inside, at = _COMMENT.sub("", found.group(1)), 0
    names: set[str] = set()
    while at < len(inside) and inside[at:].strip():
        item = _ITEM.match(inside, at)
        if item is None:
            return None
        names.add(item.group(1) or item.group(2))
        at = item.end()
    return frozenset(names)


def may_bind(text: str, name: str) -> bool:
    """Whether a text has what binding a name takes. Python's own functions are looked for through all star imports, and most
    only call them."""
    if name not in text:
        return False
    return name not in _BUILTINS or _binding(name).search(text) is not None


def place_of(text: str, word: str, start: int, end: int) -> int:
    """Where a word first stands on its own between two places; -1 where it does not."""
    while (at := text.find(word, start, end)) >= 0:
        after = at + len(word)
        if (at == 0 or not _is_of_word(text[at - 1])) and (after == len(text) or not _is_of_word(text[after])):
            return at
        start = at + 1
    return -1


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character == "_"


@functools.cache
def _binding(name: str) -> re.Pattern[str]:
    """What binds a name, by what stands around it; also much that does not."""
    before = r"\b(?:def|class|type)[ \t\\]+"
    imported = r"\bimport[\s\\]+(?:[\w.]+[\s\\]*,[\s\\]*)*"
    after = r"[\s\\]*(?:=(?!=)|[,):;#\]}\r\n]|in\b|if\b|$)"
    return re.compile(rf"(?:{before}|{imported}){name}\b|(?<![\w.]){name}(?={after})")
