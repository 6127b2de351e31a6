"""Continuation lines that stood below an opening bracket's first item stand there again when the bracket has moved.

    loader = torch.utils.data.DataLoader(data,            loader = DataLoader(data,
                                         shuffle=True)                        shuffle=True)

Lines that hang below such a line move along; a line that was not aligned with anything stays where it is.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mindport.syntax.source import SourceFile
from mindport.text import Edit, Span, pieces

_TOKEN = re.compile(
    r"""(?P<string>[A-Za-z]{0,2}(?:'''(?:\\.|[^\\])*?'''|\"\"\"(?:\\.|[^\\])*?\"\"\"|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"))"""
    r"|(?P<comment>\#[^\r\n]*)|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<break>\r\n|\r|\n)|(?P<space>[ \t]+)|(?P<other>\w+|.)",
    re.DOTALL,
)


@dataclass(frozen=True)
class _Line:
    """A line within brackets: its start and indentation, the number of the line on which its bracket opens, and the column of
    the bracket's first item if that stands there too."""

    start: int
    indent: int
    opened_on: int
    below: int | None

    @property
    def is_aligned(self) -> bool:
        return self.indent == self.below


def aligned(source: SourceFile, edits: Sequence[Edit]) -> list[Edit]:
    """Further edits, of white space alone, that keep continuation lines aligned once ``edits`` are applied."""
    out: list[Edit] = []
    for statement in _touched(source, edits):
        out += _realigned(source.text, statement, edits)
    return out


def _touched(source: SourceFile, edits: Iterable[Edit]) -> Iterator[Span]:
    """Statements of several lines, or their heads, within which something changes."""
    at = sorted(edit.span.start for edit in edits)
    starts = source.lines.starts
    for node in source.nodes:
        if not isinstance(node, ast.stmt) or node.end_lineno == node.lineno:
            continue
        body: list[ast.stmt] | None = getattr(node, "body", None)
        end = source.span(node).end if not body else starts[body[0].lineno - 1]
        span = Span(starts[node.lineno - 1], end)
        after = bisect_right(at, span.start)
        inside = after < len(at) and at[after] < span.end or (after > 0 and at[after - 1] == span.start)
        if inside and "\n" in source.text[span.start : span.end].rstrip():
            yield span


def _realigned(text: str, statement: Span, edits: Sequence[Edit]) -> Iterator[Edit]:
    lines = _lines(text[statement.start : statement.end])
    if not any(line.is_aligned for line in lines.values()):
        return
    near = [e for e in edits if e.span.overlaps(statement) or statement.start <= e.span.start < statement.end]
    if any(not statement.contains(e.span) for e in near):
        return  # the statement goes or moves as a whole
    made = ""
    origins: list[tuple[int, Span]] = []
    for piece in pieces(text, near, statement):
        if isinstance(piece, Span):
            if piece.end > piece.start:
                origins.append((len(made), piece))
            piece = text[piece.start : piece.end]
        made += piece
    by_start = {statement.start + line.start: line for line in lines.values()}
    shifts: dict[int, int] = {}
    for number, line in _lines(made).items():
        origin = _origin(origins, line)
        was = by_start.get(origin) if origin is not None else None
        if origin is None or was is None or was.indent != line.indent:
            continue
        shift = shifts.get(line.opened_on, 0)  # the line hangs, or stands freely, below another
        if was.is_aligned and line.below is not None:
            shift += line.below - line.indent
        space = text[origin : origin + line.indent]
        if shift and space.endswith(" " * -shift):
            shifts[number] = shift
            yield Edit(Span(origin, origin + line.indent), (space + " " * shift if shift > 0 else space[:shift],))


def _origin(origins: Sequence[tuple[int, Span]], line: _Line) -> int | None:
    """Where the line's white space stands in the source, if it comes from there."""
    number = bisect_right([start for start, _ in origins], line.start) - 1
    if number < 0:
        return None
    start, span = origins[number]
    at = span.start + line.start - start
    return at if at + line.indent <= span.end else None


def _lines(text: str) -> dict[int, _Line]:
    """The lines of a statement that stand in brackets, by number; none where brackets do not match."""
    out: dict[int, _Line] = {}
    open_brackets: list[tuple[int, int | None]] = []  # the line of each, and the column of its first item
    number, began, fresh, waiting = 0, 0, False, False
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "break":
            number, began, fresh, waiting = number + 1, match.end(), True, False
            continue
        if kind == "space":
            continue
        if waiting and kind != "comment":
            open_brackets[-1] = (open_brackets[-1][0], match.start() - began)
        if fresh and open_brackets:
            out[number] = _Line(began, match.start() - began, *open_brackets[-1])
        fresh, waiting = False, kind == "open"
        if kind == "open":
            open_brackets.append((number, None))
        elif kind == "close":
            if not open_brackets:
                return {}
            open_brackets.pop()
        elif match[0].endswith(('"""', "'''")):
            return {}  # what stands in a string of several lines is no white space
    return out
