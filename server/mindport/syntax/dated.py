"""Code of torch's first years that Python can no longer read: the argument ``async=``, and what only Python 2 took."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from mindport.syntax.outline import OPAQUE
from mindport.syntax.parsing import parse
from mindport.syntax.source import LEFT_MARK, SourceFile

_ASYNC: Final = re.compile(r"(?<=[(,])(\s*)async(?=\s*=(?!=))")
# Words that begin what Python 2 took, where a statement may begin.
_OLD: Final = re.compile(r"(?:^|(?<=[:;]))[ \t]*(print|except|raise)\b(?![ \t]*(?:[=.)\],]|$))", re.MULTILINE)
_EMPTY: Final = re.compile(r"^[ \t]*print[ \t]*$", re.MULTILINE)
_DIVIDES: Final = re.compile(r"(?<!/)/(?![/=])")
_EXCEPT: Final = re.compile(r"except[ \t]+([\w.]+|\([^()]*\))[ \t]*(,)[ \t]*(\w+)[ \t]*:")
_RAISE: Final = re.compile(r"raise[ \t]+([\w.]+)[ \t]*(,)[ \t]*")
_FIRST_COMMENTS: Final = re.compile(r"\ufeff?(?:#[^\n]*\n)*")
_OPENED: Final = "([{"
_CLOSED: Final = ")]}"
_AS_LONG: Final = "asyn_"


def revived(text: str) -> str | None:
    """The text as Python reads it today: ``non_blocking=`` for the argument ``async=``, and in files with statements of
    Python 2 ``print(…)``, ``except … as …`` and ``raise …(…)``. None where there is nothing of that. Lines stay where they are,
    strings and comments as they are."""
    changes = _changes(text)
    return _with(text, changes) if changes else None


def read(source: SourceFile) -> SourceFile | None:
    """A file that does not parse, with the tree that it has once what is old in it gives way to something as long that parses.
    Its text, its problem and what stands where remain. None where that is not what is wrong with it."""
    changes = _changes(source.text) if _AS_LONG not in source.text else []
    if not changes:
        return None
    tree = _parsed(_with(source.text, changes, as_long=True))
    if tree is None:
        return None
    for node in ast.walk(tree):
        if isinstance(node, (ast.keyword, ast.arg)) and node.arg == _AS_LONG:
            node.arg = "non_blocking"
    return replace(source, tree=tree)


@dataclass(frozen=True)
class _Change:
    """What is written from ``start`` to ``end``: for good, and in as many characters."""

    start: int
    end: int
    new: str
    as_long: str


def divides_as_python_2(text: str) -> bool:
    """Whether a text with statements of Python 2 divides by ``/``, which gave an int of two ints there."""
    bare = _bare(text)
    return _DIVIDES.search(bare) is not None and "import division" not in text and bool(_statements(text, bare))


def noted(text: str, said: str) -> str:
    """The text with a comment below its first ones."""
    found = _FIRST_COMMENTS.match(text)
    at = found.end() if found is not None else 0
    newline = "\r\n" if "\r\n" in text else "\n"
    return f"{text[:at]}{LEFT_MARK} {said}{newline}{text[at:]}"


def _changes(text: str) -> list[_Change]:
    bare = _bare(text)
    renamed = [_Change(m.end() - 5, m.end(), "non_blocking", _AS_LONG) for m in _ASYNC.finditer(bare)]
    if renamed and _parsed(_with(text, renamed, as_long=True)) is not None:
        return renamed
    return sorted([*renamed, *_statements(text, bare)], key=lambda one: one.start)


def _statements(text: str, bare: str) -> list[_Change]:
    found = [one for match in _OLD.finditer(bare) for one in _of_python_2(text, bare, match.start(1), match[1])]
    if found:
        ends = [match.start() + len(match.group().rstrip()) for match in _EMPTY.finditer(bare)]
        found += [_Change(end, end, "()", "") for end in ends]
    return found


def _of_python_2(text: str, bare: str, start: int, word: str) -> Iterator[_Change]:
    if word == "except":
        caught = _EXCEPT.match(bare, start)
        if caught is not None:
            at = caught.start(2)
            yield _Change(at, caught.start(3), " as ", " " * (caught.start(3) - at))
            yield _Change(caught.start(3), caught.end(3), caught[3], " " * len(caught[3]))
        return
    end = _end_of_statement(bare, start)
    if word == "raise":
        raised = _RAISE.match(bare, start, end)
        if raised is not None and raised.end() < end:
            yield _Change(raised.start(2), raised.end(), "(", " " * (raised.end() - raised.start(2)))
            said = text[raised.end() : end]
            yield _Change(raised.end(), end, f"{said})", re.sub(r"[^\r\n]", " ", said))
        return
    yield from _print(text, bare, start, end)


def _print(text: str, bare: str, start: int, end: int) -> Iterator[_Change]:
    given = start + len("print")
    first = given + len(bare[given:end]) - len(bare[given:end].lstrip(" \t"))
    if first == end or (bare[first] == "(" and _closing(bare, first, end) == end - 1):
        return  # as it is called today
    if bare[first] in "|&^%*/<@" or (bare[first] in "+-" and bare[first + 1 : first + 2] == " "):
        return  # a value of that name
    last, after = end, ")"
    if bare.startswith(">>", first):
        comma = _comma(bare, first, end)
        shown = min(comma + 1 + len(bare[comma + 1 : end]) - len(bare[comma + 1 : end].lstrip()), end)
        yield _Change(given, shown, "(", text[given:shown])
        file = text[first + len(">>") : comma].strip()
        after = f", file={file})" if shown < end else f"file={file})"
    elif given == first:
        return  # ``print"a"``, which has no room
    else:
        yield _Change(given, first, "(", "," + " " * (first - given - 1))
        if bare[last - 1] == ",":
            last, after = last - 1, ', end=" ")'
    yield _Change(last, end, after, text[last:end])


def _comma(bare: str, start: int, end: int) -> int:
    """Where the first comma outside of brackets is."""
    depth = 0
    for at in range(start, end):
        depth += (bare[at] in _OPENED) - (bare[at] in _CLOSED)
        if depth == 0 and bare[at] == ",":
            return at
    return end


def _end_of_statement(bare: str, start: int) -> int:
    depth = 0
    at = start
    while at < len(bare):
        char = bare[at]
        if char in _OPENED:
            depth += 1
        elif char in _CLOSED:
            depth -= 1
        elif char == "\\" and bare[at + 1 : at + 2] in ("\r", "\n"):
            at += 2 if bare[at + 1 : at + 3] == "\r\n" else 1
        elif (char in "\r\n" and depth <= 0) or (char == ";" and depth == 0):
            break
        at += 1
    return start + len(bare[start:at].rstrip())


def _closing(bare: str, start: int, end: int) -> int:
    depth = 0
    for at in range(start, end):
        depth += (bare[at] in _OPENED) - (bare[at] in _CLOSED)
        if depth == 0:
            return at
    return end


def _bare(text: str) -> str:
    """The text with as many other characters in the place of strings and of comments."""
    return OPAQUE.sub(lambda found: (" " if found.group()[0] == "#" else "_") * len(found.group()), text)


def _with(text: str, changes: list[_Change], *, as_long: bool = False) -> str:
    parts: list[str] = []
    done = 0
    for one in changes:
        parts += (text[done : one.start], one.as_long if as_long else one.new)
        done = one.end
    return "".join(parts) + text[done:]


def _parsed(text: str) -> ast.Module | None:
    try:
        return parse(text.removeprefix("\ufeff"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
