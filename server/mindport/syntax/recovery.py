"""The part of a broken file that parses: pieces that do not are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mindport.syntax import quiet
from mindport.text import LineIndex, Span

# What goes on with the statement above it rather than beginning one.
_GOES_ON = re.compile(r"(?:else|elif|except|finally)\b|[)\]}#]")
_MOST_TOGETHER = 12
_MOST_TRIES = 4
_Piece = tuple[int, int, "str | None"]


@dataclass(frozen=True)
class Recovered:
    """``text`` parses; it has the second span where the broken file has the first."""

    text: str
    replaced: tuple[tuple[Span, Span], ...]


def recover(text: str) -> Recovered | None:
    """The text without the statements, methods or lines that do not parse; None when nothing is left."""
    out: list[str] = []
    replaced: list[tuple[Span, Span]] = []
    length = 0
    try:
        recovery = _Recovery(text)
        for start, end, new in recovery.pieces(range(len(recovery.lines.starts)), ""):
            if new is not None:
                replaced.append((Span(start, end), Span(length, length + len(new))))
            out.append(text[start:end] if new is None else new)
            length += len(out[-1])
        whole = "".join(out)
        recovery.left = len(whole) + 1000
        if not whole.strip() or recovery.error(whole) is not None:
            return None
    except _Endless:
        return None
    return Recovered(whole, tuple(replaced))


class _Endless(Exception):
    """Parsing piece by piece would take too long."""


class _Recovery:
    """``left``: how many characters may still be parsed."""

    def __init__(self, text: str) -> None:
        self.lines = LineIndex(text)
        self.left = 8 * len(text) + 50_000

    def pieces(self, area: range, indent: str) -> Iterator[_Piece]:
        """The area's pieces in order: from, to, and what stands for one that does not parse."""
        parts = list(_statements(self.lines, area, indent))
        index = 0
        while index < len(parts):
            for count in range(1, min(_MOST_TOGETHER, len(parts) - index) + 1):
                start, end = parts[index].start, parts[index + count - 1].stop
                # A string may hold lines that look like statements.
                if self.error(_framed(self._text(start, end), indent)) is None:
                    yield self._at(start), self._at(end), None
                    index += count
                    break
            else:
                yield from self._broken(parts[index], indent)
                index += 1

    def error(self, text: str) -> SyntaxError | None:
        self.left -= len(text) + 200
        if self.left < 0:
            raise _Endless
        try:
            quiet.parse(text)
        except SyntaxError as error:
            return error
        except (ValueError, RecursionError, MemoryError) as error:
            return SyntaxError(str(error))
        return None

    def _broken(self, part: range, indent: str) -> Iterator[_Piece]:
        """A statement that does not parse: a class without the methods that do not, others without a line or two."""
        line = self.lines.line_text
        first = next((i for i in part if line(i + 1).strip()), part.start)
        if not indent and re.match(r"class\b.*:\s*(#.*)?$", line(first + 1)):
            body = range(first + 1, part.stop)
            inner = next((_indent(line(i + 1)) for i in body if line(i + 1).strip()), "")
            if inner:
                yield self._at(part.start), self._at(body.start), None
                pieces = list(self.pieces(body, inner))
                if all(new is not None for _, _, new in pieces):
                    start, end, _ = pieces[0]
                    pieces[0] = (start, end, f"{inner}pass\n")
                yield from pieces
                return
        without = self._without_lines(part, indent)
        if without is not None:
            yield from without
        else:
            yield self._at(part.start), self._at(part.stop), ""

    def _without_lines(self, part: range, indent: str) -> list[_Piece] | None:
        """The pieces of a statement in which single lines give way to ``pass``; None when that does not help."""
        texts = [self._text(i, i + 1) for i in part]
        gone: set[int] = set()
        for _ in range(_MOST_TRIES):
            error = self.error(_framed("".join(texts), indent))
            if error is None:
                return [
                    (self._at(part.start + i), self._at(part.start + i + 1), text if i in gone else None)
                    for i, text in enumerate(texts)
                ]
            at = (error.lineno or 1) - 1 - (1 if indent else 0)
            if not 0 <= at < len(texts) or at in gone:
                return None
            gone.add(at)
            body = texts[at].rstrip("\r\n")
            texts[at] = f"{_indent(body)}pass{texts[at][len(body) :]}"
        return None

    def _text(self, start: int, stop: int) -> str:
        return self.lines.text[self._at(start) : self._at(stop)]

    def _at(self, index: int) -> int:
        starts: Sequence[int] = self.lines.starts
        return starts[index] if index < len(starts) else len(self.lines.text)


def _statements(lines: LineIndex, area: range, indent: str) -> Iterator[range]:
    """Runs of lines that each begin like a statement at this indentation; decorators go with what they decorate."""
    start = area.start
    decorated = False
    for index in area:
        line = lines.line_text(index + 1)
        rest = line[len(indent) :]
        begins = line.startswith(indent) and rest[:1].strip() != "" and not _GOES_ON.match(rest)
        if begins and not decorated and index > start:
            yield range(start, index)
            start = index
        if begins:
            decorated = rest.startswith("@")
    if start < area.stop:
        yield range(start, area.stop)


def _framed(text: str, indent: str) -> str:
    return f"class _:\n{text}\n{indent}pass\n" if indent else text


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]
