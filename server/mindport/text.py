"""Positions in text: spans, line index, edits. Offsets count Unicode code points; nothing here knows LSP."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, order=True, slots=True)
class Span:
    """A half-open range ``[start, end)`` of code point offsets."""

    start: int
    end: int

    def contains(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
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
class Edit:
    """Replaces ``span`` by ``parts``: new text, and spans of the old text that survive (further edits inside them apply).

    A part that is a ``Span`` must lie within ``span``. Edits compose: ``render`` applies an edit inside a surviving part.
    """

    span: Span
    parts: tuple[str | Span, ...]


class LineIndex:
    """Maps offsets to lines and back; lines end with ``\\n``, ``\\r\\n`` or ``\\r``, as Python's own tokenizer sees them."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def starts(self) -> Sequence[int]:
        starts = [0]
        text = self.text
        find = text.find
        if "\r" not in text:
            at = find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = find("\n", at + 1)
            return starts
        for index, char in enumerate(text):
            if char == "\n" or (char == "\r" and text[index + 1 : index + 2] != "\n"):
                starts.append(index + 1)
        return starts

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


def render(text: str, edits: Iterable[Edit], within: Span | None = None) -> str:
    """Text of ``within`` (default: all) with ``edits`` applied, nested ones inside surviving parts included.

    Edits that lie inside a replaced (not surviving) piece of another edit vanish with it. Of two edits on overlapping,
    not nested spans the earlier one wins.
    """
    whole = within or Span(0, len(text))
    ordered = sorted((e for e in edits if whole.contains(e.span)), key=lambda e: (e.span.start, -e.span.end))
    return _render(text, ordered, whole)


def _render(text: str, ordered: Sequence[Edit], within: Span) -> str:
    out: list[str] = []
    cursor = within.start
    index = 0
    while index < len(ordered):
        edit = ordered[index]
        inner = index + 1
        while inner < len(ordered) and ordered[inner].span.start < edit.span.end:
            inner += 1
        if edit.span == Span(edit.span.start, edit.span.start):
            inner = index + 1
        if edit.span.start < cursor:
            index += 1
            continue
        nested = ordered[index + 1 : inner]
        out.append(text[cursor : edit.span.start])
        for part in edit.parts:
            if isinstance(part, str):
                out.append(part)
            else:
                out.append(_render(text, [e for e in nested if part.contains(e.span)], part))
        cursor = edit.span.end
        index = inner
    out.append(text[cursor : within.end])
    return "".join(out)


def flatten(text: str, edits: Iterable[Edit]) -> list[TextEdit]:
    """The same change as non-overlapping ``TextEdit``s in ascending order, each as an editor applies it."""
    ordered = sorted(edits, key=lambda e: (e.span.start, -e.span.end))
    flat: list[TextEdit] = []
    cursor = -1
    for index, edit in enumerate(ordered):
        if edit.span.start < cursor:
            continue
        nested = [e for e in ordered[index + 1 :] if edit.span.contains(e.span)]
        rendered = _render(text, [edit, *nested] if nested else [edit], edit.span)
        if rendered != text[edit.span.start : edit.span.end]:
            flat.append(TextEdit(edit.span, rendered))
        cursor = edit.span.end
    return flat


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
