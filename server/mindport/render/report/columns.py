"""Plain-text tables that line up, Chinese included."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence


def width(value: str) -> int:
    """Cells that a terminal needs for ``value``."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in value)


def lay_out(lines: Iterable[Sequence[str]], right: Sequence[int] = (), indent: str = "") -> list[str]:
    """Lines of cells as text, each column as wide as its widest cell; the columns in ``right`` are set to the right."""
    body = [list(line) for line in lines]
    count = max((len(line) for line in body), default=0)
    widths = [max((width(line[i]) for line in body if i < len(line)), default=0) for i in range(count)]
    out: list[str] = []
    for line in body:
        cells = []
        for index, cell in enumerate(line):
            space = " " * (widths[index] - width(cell))
            cells.append(space + cell if index in right else cell + space)
        out.append((indent + "  ".join(cells)).rstrip())
    return out
