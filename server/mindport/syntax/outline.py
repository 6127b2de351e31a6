"""The statements of a module found without parsing it, so that each can be parsed alone, when it is needed."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mindport.syntax import type_comments

_BOM: Final = "\ufeff"
# Strings and comments, so that what stands in them is not taken for code. A string that does not end on its line is broken.
OPAQUE: Final = re.compile(
    r'"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""' r"|'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''"
    r'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"' r"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'" r"|#[^\n]*",
    re.DOTALL,
)  # fmt: skip
_CONTINUED: Final = re.compile(r"\\\r?\n[^ \t\r\n]")
_BEGIN: Final = r"(?![ \t\f\r\n)\]}#]|(?:else|elif|except|finally)\b)"
_FIRST: Final = re.compile(_BEGIN)
_START: Final = re.compile(rf"\n{_BEGIN}")
_DEFINITION: Final = re.compile(r"(?:async[ \t]+)?(def|class)[ \t]+(\w+)")
_PLAIN: Final = re.compile(r"(\w+)[ \t]*(?::[^=\n]*)?=(?!=)")
_OPENINGS: Final = ('"', "'", "#")
_BRACKETS: Final = (("(", ")"), ("[", "]"), ("{", "}"))


@dataclass(frozen=True)
class Piece:
    """One or several statements of the module: the text from ``start`` to ``end``, which begins in ``line`` (1-based).
    ``kind``: def, class, import, assign (to one name), other. ``name``: what a def, class or assign binds."""

    start: int
    end: int
    line: int
    kind: str
    name: str = ""


def outline(text: str) -> list[Piece] | None:
    """The pieces of a module in their order; None where only a parser can tell them apart."""
    if text.startswith(_BOM):
        return None
    bare = _bare(text)
    if bare is None or "\f" in bare or ("\\" in bare and _CONTINUED.search(bare)):
        return None
    starts = [0] if bare and _FIRST.match(bare) else []
    starts += [found.end() for found in _START.finditer(bare) if found.end() < len(bare)]
    if bare[: starts[0] if starts else len(bare)].strip():
        return None  # what comes first is indented
    pieces: list[Piece] = []
    line, counted, begin, head = 1, 0, -1, -1
    for number, start in enumerate(starts):
        if begin < 0:
            begin = start
        if head < 0:
            head = start
        end = starts[number + 1] if number + 1 < len(starts) else len(text)
        code = bare[head:end]
        if any(code.count(opening) != code.count(closing) for opening, closing in _BRACKETS):
            continue  # what follows stands within brackets
        if bare[head] == "@":
            head = -1
            continue  # the decorated definition follows
        line += text.count("\n", counted, begin)
        counted = begin
        pieces.append(Piece(begin, end, line, *_kind(bare, head, end)))
        begin = head = -1
    return pieces if begin < 0 else None


def outlined(tree: ast.Module, starts: Sequence[int]) -> list[Piece]:
    """The pieces of a module that was parsed; ``starts`` are the offsets of its lines."""
    lines = [min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))]) for node in tree.body]
    pieces = []
    for node, line, following in zip(tree.body, lines, [*lines[1:], len(starts) + 1]):
        if following == line and following <= len(starts):
            continue  # several on one line: they come with the last
        end = starts[following - 1] if following <= len(starts) else sys.maxsize
        before = [one for one, at in zip(tree.body, lines) if at == line and one is not node]
        kind, name = ("other", "") if before else _kind_of(node)
        pieces.append(Piece(starts[line - 1], end, line, kind, name))
    return pieces


def _kind_of(node: ast.stmt) -> tuple[str, str]:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return "def", node.name
    if isinstance(node, ast.ClassDef):
        return "class", node.name
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return "import", ""
    return "other", ""


def parse(text: str, piece: Piece) -> list[ast.stmt]:
    """The statements of a piece at their places in ``text``; none where they do not parse."""
    try:
        return type_comments.parse("\n" * (piece.line - 1) + text[piece.start : piece.end].lstrip(_BOM)).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _bare(text: str) -> str | None:
    """The text with other characters, as many, in the place of strings and comments, and of line ends in strings; None where a
    string does not end. What begins one is looked for by ``find``, many times quicker than by an expression."""
    end = len(text)
    nearest = [at if at >= 0 else end for at in map(text.find, _OPENINGS)]
    parts: list[str] = []
    done = 0
    while (start := min(nearest)) < end:
        found = OPAQUE.match(text, start)
        if found is None:
            return None
        stop = found.end()
        parts += (text[done:start], (" " if text[start] == "#" else "_") * (stop - start))
        done = stop
        for which, at in enumerate(nearest):
            if at < done:
                at = text.find(_OPENINGS[which], done)
                nearest[which] = at if at >= 0 else end
    parts.append(text[done:])
    return "".join(parts)


def _kind(bare: str, start: int, end: int) -> tuple[str, str]:
    found = _DEFINITION.match(bare, start, end)
    if found is not None:
        return found.group(1), found.group(2)
    if bare.startswith(("import ", "from "), start):
        return "import", ""
    found = _PLAIN.match(bare, start, end)
    if found is not None and ";" not in bare[start:end] and bare.find("=", found.end(), end) < 0:
        return "assign", found.group(1)
    return "other", ""
