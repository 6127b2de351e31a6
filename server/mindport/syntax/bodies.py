"""Statements of a module parsed without the bodies of their functions: of what other files import, few are ever walked."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mindport.syntax import quiet, type_comments
from mindport.syntax.outline import OPAQUE, Piece
from mindport.syntax.type_comments import SIGNATURE

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef

_WORTH: Final = 160  # characters; what is shorter is parsed at once
_FUNCTION: Final = re.compile(r"^([ \t]*)(?:async[ \t]+)?def[ \t]+\w+", re.MULTILINE)
_MARK: Final = re.compile(r"[()\[\]{}:]")
_LINE: Final = re.compile(r"^([ \t]*)(\S)", re.MULTILINE)
_EMPTY_REST: Final = re.compile(r"[ \t]*\n")
_CONTINUED: Final = re.compile(r"\\\n[ \t]*")
_CONTINUED_AT_THE_MARGIN: Final = re.compile(r"\\\n(?![ \t])")
_INSIDE: Final = "\0"  # in the place of what goes on in the next lines of a string, and before lines that go on


@dataclass(frozen=True)
class Body:
    """The body of a function: the text from ``start`` to ``end``. It begins in ``line`` and ends in ``last`` (1-based)."""

    start: int
    end: int
    line: int
    last: int


def parse_headers(text: str, piece: Piece) -> tuple[list[ast.stmt], dict[FunctionNode, Body]] | None:
    """The statements of a definition at their places in ``text``, with the bodies that were left out: ``...`` stands there.
    None where it had better be parsed as a whole. What is wrong in a body shows only when that is parsed."""
    code = text[piece.start : piece.end]
    if "\r" in code or "\f" in code or _INSIDE in code or SIGNATURE in code:  # the last stands in a body
        return None
    bare = OPAQUE.sub(_blank, code)
    if "\\" in bare:
        if _CONTINUED_AT_THE_MARGIN.search(bare):
            return None
        bare = _CONTINUED.sub(_joined, bare)
    left = {body.line: (colon, body) for colon, body in _bodies(bare)}
    if not left:
        return None
    parts: list[str] = ["\n" * (piece.line - 1)]
    at = 0
    for colon, body in left.values():
        parts += (code[at : colon + 1], " ...\n", "\n" * (bare.count("\n", body.start, body.end)))
        at = body.end
    try:
        statements = quiet.parse("".join([*parts, code[at:]])).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    by = piece.line - 1
    found: dict[FunctionNode, Body] = {}
    for node in _functions(statements):
        known = left.get(node.body[0].lineno + 1 - by)
        if known is not None:
            body = known[1]
            found[node] = Body(piece.start + body.start, piece.start + body.end, body.line + by, body.last + by)
            node.end_lineno = body.last + by
    return (statements, found) if len(found) == len(left) else None


def parse_body(text: str, body: Body) -> list[ast.stmt]:
    """The statements of a body at their places in ``text``; none where they do not parse."""
    try:
        lead = "\n" * (body.line - 2) + "def _():\n"
        outer = type_comments.parse(lead + text[body.start : body.end]).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    return outer[0].body if len(outer) == 1 and isinstance(outer[0], ast.FunctionDef) else []


def _bodies(bare: str) -> Iterator[tuple[int, Body]]:
    """Where the header of each function ends that is worth it, none within another one, and its body."""
    line = 1
    counted = at = 0
    while True:
        found = _FUNCTION.search(bare, at)
        if found is None:
            return
        colon = _header_end(bare, found.end())
        rest = _EMPTY_REST.match(bare, colon + 1) if colon >= 0 else None
        if rest is None:
            at = found.end()
            continue
        start = rest.end()
        end, last = _body_end(bare, start, found.group(1))
        at = max(end, found.end())
        if end - start >= _WORTH:
            line += bare.count("\n", counted, start)
            counted = start
            yield colon, Body(start, end, line, line + bare.count("\n", start, last))


def _header_end(bare: str, at: int) -> int:
    """The colon that ends a function's header; -1 without one."""
    depth = 0
    while (found := _MARK.search(bare, at)) is not None:
        mark = found.group()
        if mark in "([{":
            depth += 1
        elif mark in ")]}":
            depth -= 1
        elif not depth:
            return found.start()
        at = found.end()
    return -1


def _body_end(bare: str, start: int, indent: str) -> tuple[int, int]:
    """Where the first line begins that is not deeper than the header, and the last line before it that holds code."""
    last = start
    for found in _LINE.finditer(bare, start):
        inner = found.group(1)
        if found.group(2) != _INSIDE and not (len(inner) > len(indent) and inner.startswith(indent)):
            return found.start(), last
        last = found.start()
    return len(bare), last


def _functions(statements: list[ast.stmt]) -> Iterator[FunctionNode]:
    stack: list[ast.AST] = list(statements)
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node
        elif isinstance(node, ast.stmt):
            for name in ("body", "orelse", "handlers", "finalbody"):
                stack.extend(getattr(node, name, ()))
        elif isinstance(node, ast.ExceptHandler):
            stack.extend(node.body)


def _blank(found: re.Match[str]) -> str:
    text = found.group()
    if text[0] == "#":
        return " " * len(text)
    if "\n" not in text:
        return "_" * len(text)
    first, *others = text.split("\n")
    return "\n".join(["_" * len(first), *(_INSIDE * len(one) for one in others)])


def _joined(found: re.Match[str]) -> str:
    text = found.group()
    return text[:2] + _INSIDE * (len(text) - 2)
