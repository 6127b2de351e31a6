"""How a scan writes the places of uses."""

from __future__ import annotations

from mindport.project.written import place
from mindport.text import LineIndex, Span


def test_a_place_is_the_positions_of_start_and_end() -> None:
    text = "ab\r\ncd\n\nefg"
    lines = LineIndex(text)
    for start in range(len(text) + 1):
        for end in range(start, len(text) + 1):
            first, last = lines.position(start), lines.position(end)
            assert place(Span(start, end), lines.starts) == (first.line, first.column, last.line, last.column)
