"""Positions in text: spans, line index, edits. Offsets count Unicode code points; nothing here knows LSP."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from io import StringIO
from itertools import accumulate

from mindport.values import frozen


@frozen(order=True)
class Span:
    """A half-open range ``[start, end)`` of code point offsets."""

    start: int
    end: int

    def contains(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end


@frozen()
class Position:
    """A 1-based line and a 1-based column that counts code points."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Replaces ``span`` by ``text``."""

    span: Span
    text: str


@dataclass(frozen=True)
class Moved:
    """A part that shows the text of ``span``, which may lie anywhere, each line after the first shifted by ``shift`` spaces.

    Only edits of a lower layer than the moving edit's apply to it: what takes the text away from its old place does not.
    """

    span: Span
    shift: int = 0


@dataclass(frozen=True)
class Edit:
    """Replaces ``span`` by ``parts``: new text, spans of the old text that survive, and text moved from elsewhere.

    A part that is a ``Span`` must lie within ``span``; further edits inside it apply. ``layer``: 0 for expressions, 1 for
    statements, 2 for statements that move.
    """

    span: Span
    parts: tuple[str | Span | Moved, ...]
    layer: int = 0


class LineIndex:
    """Maps offsets to lines and back; lines end with ``\\n``, ``\\r\\n`` or ``\\r``, as Python's own tokenizer sees them."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def starts(self) -> Sequence[int]:
        text = self.text
        if "\r" not in text:
            starts = list(accumulate(map(len, StringIO(text)), initial=0))
            return starts if text.endswith("\n") or not text else starts[:-1]
        starts = [0]
        for index, char in enumerate(text):
            if char == "\n" or (char == "\r" and text[index + 1 : index + 2] != "\n"):
                starts.append(index + 1)
        return starts

    @property
    def is_ascii(self) -> bool:
        return self.text.isascii()

    def edited(self, edit: Span, text: str) -> LineIndex:
        """The index of ``text``, in which something else stands for ``edit``; cheaper than looking through all of it."""
        after = LineIndex(text)
        if "\r" in text or "\r" in self.text:
            return after
        by = len(text) - len(self.text)
        starts = self.starts
        first, last = bisect_right(starts, edit.start), bisect_right(starts, edit.end)
        inserted = text[edit.start : edit.end + by]
        between = [edit.start + i + 1 for i, char in enumerate(inserted) if char == "\n"] if "\n" in inserted else []
        later = starts[last:] if by == 0 else [start + by for start in starts[last:]]
        after.starts = [*starts[:first], *between, *later]
        return after

    def edited_to(self, text: str) -> LineIndex:
        """The same for an edit that is still to be found."""
        return self.edited(change(self.text, text), text)

    def position(self, offset: int) -> Position:
        line = bisect_right(self.starts, offset)
        return Position(line, offset - self.starts[line - 1] + 1)

    def offset(self, line: int, column: int) -> int:
        """Offset of a 1-based position, clamped to the text."""
        if line < 1:
            return 0
        if line > len(self.starts):
            return len(self.text)
        end = self.starts[line] if line < len(self.starts) else len(self.text)
        return min(self.starts[line - 1] + max(column - 1, 0), end)

    def line_text(self, line: int) -> str:
        """Text of a 1-based line without its line end."""
        start = self.starts[line - 1]
        end = self.starts[line] if line < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


def change(old: str, new: str) -> Span:
    """The shortest span of ``old`` outside of which ``new`` is the same."""
    prefix = _common(old, new)
    limit = min(len(old), len(new)) - prefix
    low, high = 0, limit
    if old[len(old) - limit :] == new[len(new) - limit :]:
        low = limit
    while low < high:
        middle = (low + high + 1) // 2
        if old[len(old) - middle : len(old) - low] == new[len(new) - middle : len(new) - low]:
            low = middle
        else:
            high = middle - 1
    return Span(prefix, len(old) - low)


def _common(old: str, new: str) -> int:
    """Length of the common start; by halves, because slices compare quickly."""
    low, high = 0, min(len(old), len(new))
    if old[:high] == new[:high]:
        return high
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def with_newline(edits: Iterable[Edit], newline: str) -> list[Edit]:
    """The edits with every line break of new text written as the file writes them."""
    if newline == "\n":
        return list(edits)
    return [replace(edit, parts=tuple(_broken(part, newline) for part in edit.parts)) for edit in edits]


def _broken(part: str | Span | Moved, newline: str) -> str | Span | Moved:
    return re.sub(r"\r\n|\r|\n", newline, part) if isinstance(part, str) else part


def render(text: str, edits: Iterable[Edit], within: Span | None = None) -> str:
    """Text of ``within`` (default: all) with ``edits`` applied, nested ones inside surviving parts included.

    Edits that lie inside a replaced (not surviving) piece of another edit vanish with it. Of two edits on overlapping,
    not nested spans the earlier one wins.
    """
    return _Renderer(text, edits).text(within or Span(0, len(text)))


def pieces(text: str, edits: Iterable[Edit], within: Span) -> list[str | Span]:
    """What ``render`` puts together: new text, and spans of the old text that stay."""
    return list(_Renderer(text, edits).pieces(within))


def flatten(text: str, edits: Iterable[Edit]) -> list[TextEdit]:
    """The same change as non-overlapping ``TextEdit``s in ascending order, each as an editor applies it."""
    renderer = _Renderer(text, edits)
    flat: list[TextEdit] = []
    for edit, nested in _outermost(renderer.ordered):
        new = renderer.replacement(edit, nested)
        if new != text[edit.span.start : edit.span.end]:
            flat.append(TextEdit(edit.span, new))
    return flat


def surviving(edits: Iterable[Edit]) -> Callable[[Span], bool]:
    """Tells whether the text of a span is still there (perhaps moved) once ``edits`` are applied."""
    ordered = sorted(edits, key=_order)

    def survives(span: Span) -> bool:
        for edit in ordered:
            if edit.span.contains(span) and edit.span != Span(edit.span.start, edit.span.start):
                pieces = [
                    p if isinstance(p, Span) else p.span
                    for e in ordered
                    for p in e.parts
                    if (e is edit and isinstance(p, Span)) or isinstance(p, Moved)
                ]
                if not any(piece.contains(span) for piece in pieces):
                    return False
        return True

    return survives


def _order(edit: Edit) -> tuple[int, bool, int, int]:
    # What is inserted before a piece comes before what replaces the piece; an outer edit before those inside it.
    return (edit.span.start, edit.span.end > edit.span.start, -edit.span.end, -edit.layer)


def _outermost(ordered: Sequence[Edit]) -> Iterable[tuple[Edit, Sequence[Edit]]]:
    """Edits that apply side by side, each with those inside it; ``ordered`` as ``_order`` sorts."""
    cursor = -1
    index = 0
    while index < len(ordered):
        edit = ordered[index]
        index += 1
        if edit.span.start < cursor:
            continue
        first = index
        while edit.span.end > edit.span.start and index < len(ordered) and ordered[index].span.start < edit.span.end:
            index += 1
        cursor = edit.span.end
        yield edit, ordered[first:index]


class _Renderer:
    def __init__(self, source: str, edits: Iterable[Edit]) -> None:
        self.source = source
        self.ordered = sorted(edits, key=_order)

    def pieces(self, within: Span) -> Iterator[str | Span]:
        """New text, and spans of the source that stay as they are, in the order of the result."""
        return self._render([e for e in self.ordered if within.contains(e.span)], within)

    def text(self, within: Span) -> str:
        return self._joined(self.pieces(within))

    def replacement(self, edit: Edit, nested: Sequence[Edit]) -> str:
        return self._joined(self._replacement(edit, nested))

    def _joined(self, pieces: Iterable[str | Span]) -> str:
        return "".join(p if isinstance(p, str) else self.source[p.start : p.end] for p in pieces)

    def _replacement(self, edit: Edit, nested: Sequence[Edit]) -> Iterator[str | Span]:
        for part in edit.parts:
            if isinstance(part, str):
                yield part
            elif isinstance(part, Span):
                yield from self._render([e for e in nested if part.contains(e.span)], part)
            else:
                lower = [e for e in self.ordered if e.layer < edit.layer and part.span.contains(e.span)]
                yield _shift(self._joined(self._render(lower, part.span)), part.shift)

    def _render(self, ordered: Sequence[Edit], within: Span) -> Iterator[str | Span]:
        cursor = within.start
        for edit, nested in _outermost(ordered):
            yield Span(cursor, edit.span.start)
            yield from self._replacement(edit, nested)
            cursor = edit.span.end
        yield Span(cursor, within.end)


def _shift(text: str, by: int) -> str:
    if by == 0:
        return text
    first, *rest = text.splitlines(keepends=True) or [""]
    if by > 0:
        return first + "".join(" " * by + line if line.strip() else line for line in rest)
    return first + "".join(line[-by:] if line[:-by].isspace() else line.lstrip(" ") for line in rest)


def apply(text: str, edits: Iterable[TextEdit]) -> str:
    """``text`` with non-overlapping ``edits`` applied."""
    out: list[str] = []
    cursor = 0
    for edit in sorted(edits, key=lambda e: e.span):
        out.append(text[cursor : edit.span.start])
        out.append(edit.text)
        cursor = edit.span.end
    out.append(text[cursor:])
    return "".join(out)
