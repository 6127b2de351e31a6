"""Between MindPort's text and the protocol's: code units, 0-based lines and URIs are known here and nowhere else."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from pathlib import Path

from lsprotocol import types
from pygls import uris

from mindport.text import LineIndex, Span, TextEdit

_UNITS: dict[str, Callable[[int], int]] = {
    "utf-8": lambda code: 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4,
    "utf-16": lambda code: 2 if code > 0xFFFF else 1,
    "utf-32": lambda code: 1,
}


class Codec:
    """Positions as one client counts them."""

    def __init__(self, encoding: str = "utf-16") -> None:
        self.encoding = encoding if encoding in _UNITS else "utf-16"
        self._units = _UNITS[self.encoding]

    def position(self, lines: LineIndex, offset: int) -> types.Position:
        """The protocol's position of an offset."""
        line, character = self.place(lines, offset)
        return types.Position(line=line, character=character)

    def place(self, lines: LineIndex, offset: int) -> tuple[int, int]:
        """Line and character of an offset."""
        offset = min(max(offset, 0), len(lines.text))
        starts = lines.starts
        line = bisect_right(starts, offset) - 1
        start = starts[line]
        return line, offset - start if lines.is_ascii else self._width(lines.text[start:offset])

    def range(self, lines: LineIndex, span: Span) -> types.Range:
        return types.Range(start=self.position(lines, span.start), end=self.position(lines, span.end))

    def offset(self, lines: LineIndex, position: types.Position) -> int:
        """The offset of a position; one beyond its line means the end of the line, one beyond the text its end."""
        if position.line >= len(lines.starts):
            return len(lines.text)
        start = lines.starts[position.line]
        line = lines.line_text(position.line + 1)
        return start + self._index(line, position.character)

    def span(self, lines: LineIndex, area: types.Range) -> Span:
        start, end = self.offset(lines, area.start), self.offset(lines, area.end)
        return Span(min(start, end), max(start, end))

    def edits(self, lines: LineIndex, edits: Iterable[TextEdit]) -> list[types.TextEdit]:
        return [types.TextEdit(range=self.range(lines, e.span), new_text=e.text) for e in edits]

    def _width(self, text: str) -> int:
        if text.isascii():
            return len(text)
        return sum(self._units(ord(char)) for char in text)

    def _index(self, line: str, width: int) -> int:
        if line.isascii():
            return min(width, len(line))
        seen = 0
        for index, char in enumerate(line):
            # A position inside a character means its start.
            seen += self._units(ord(char))
            if seen > width:
                return index
        return len(line)


def apply_change(
    codec: Codec,
    lines: LineIndex,
    change: types.TextDocumentContentChangePartial | types.TextDocumentContentChangeWholeDocument,
) -> LineIndex:
    """The text after a change that the client reports."""
    if not isinstance(change, types.TextDocumentContentChangePartial):
        return LineIndex(change.text)
    span = codec.span(lines, change.range)
    return lines.edited(span, lines.text[: span.start] + change.text + lines.text[span.end :])


def path_of(uri: str) -> Path | None:
    """The file of a ``file:`` URI; None for text that is in no file."""
    path = uris.to_fs_path(uri)
    return Path(path) if path else None


def uri_of(path: Path) -> str:
    """The ``file:`` URI of a path."""
    return str(uris.from_fs_path(str(path)))
