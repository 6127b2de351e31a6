"""The code cells of a notebook as one script, and that script as cells again.

The cells stand one after the other, each under a line that marks where it begins. What only IPython understands (``%time``,
``!pip install``, ``%%bash``) is stood in for by a statement of its own, and comes back as it was.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

_CELL = re.compile(r"(?:pass  )?# %% cell (\d+)")
_STANDS_IN = re.compile(r".*# %% magic (\d+)")
_MAGIC = re.compile(r"\s*(?:[%!?]|[\w.]+\?{1,2}\s*$)")
_GIVEN = re.compile(r"(\s*[\w, ]+=)\s*[%!]\w")
# Cells of these hold Python below their first line.
_OF_PYTHON = frozenset(["%%time", "%%timeit", "%%capture", "%%prun", "%%debug"])
_TORCH = r"\btorch(vision|audio)?\b"
_NAMED = re.compile(r"^\s*(?:import torch[\w.]*\s+as\s+(\w+)|from torch[\w.]*\s+import\s+(.+))", re.MULTILINE)


class Line(NamedTuple):
    """A line of the script: its text, the cell that it is of, and its first line there; no cell for what marks one."""

    text: str
    cell: int = -1
    number: int = 0


class Cells:
    """The code of cells, each with its number in the notebook; all numbers count from 0."""

    def __init__(self, sources: Iterable[tuple[int, str]]) -> None:
        self.lines: list[Line] = []
        self._magics: list[str] = []
        for number, source in sources:
            # A statement, for a comment belongs to what follows; not in front of ``from __future__``.
            self.lines.append(Line(f"{'pass  ' if self.lines else ''}# %% cell {number + 1}"))
            self.lines += self._python(source, number)

    @cached_property
    def script(self) -> str:
        """One Python file; empty where there are no cells."""
        return "".join(f"{line.text}\n" for line in self.lines)

    def commands(self) -> list[int]:
        """Lines of the script where commands of IPython stand that name torch, or in Python what is imported from it."""
        stand_ins = [number for number, line in enumerate(self.lines) if _STANDS_IN.fullmatch(line.text)]
        names = "|".join(
            name for alias, listed in _NAMED.findall(self.script) for name in ([alias] if alias else _bound(listed))
        )
        told = re.compile(rf"{_TORCH}|%.*\b(?:{names})[.(]" if names else _TORCH)
        return [number for number, text in zip(stand_ins, self._magics, strict=True) if told.search(text)]

    def restored(self, script: str) -> dict[int, list[str]] | None:
        """The lines of each cell of ``script``, which was made of this one; None where cells cannot be told apart in it."""
        found: dict[int, list[str]] = {}
        number = -1
        magics: list[int] = []
        for line in script.removesuffix("\n").split("\n"):
            if mark := _CELL.fullmatch(line):
                number = int(mark[1]) - 1
                if number in found:
                    return None
                found[number] = []
                continue
            if stood := _STANDS_IN.fullmatch(line):
                magics.append(int(stood[1]))
                original = self._magics[magics[-1]] if magics[-1] < len(self._magics) else line
                if _indentation(original) != _indentation(line):
                    return None
                line = original
            found.setdefault(number, []).append(line)
        before = [line for line in found.pop(-1, ()) if line.strip()]
        if list(found) != [int(m[1]) - 1 for line in self.lines if (m := _CELL.fullmatch(line.text))]:
            return None
        if magics != list(range(len(self._magics))):
            return None
        if before and found:  # what a file begins with
            first = found[min(found)]
            if first and first[0].startswith("%%"):
                return None  # nothing may stand before it
            found[min(found)] = [*before, *first]
        return found

    def _python(self, source: str, number: int) -> Iterator[Line]:
        """The lines of a cell, as Python reads them."""
        lines = source.split("\n")
        if _parses(source):
            yield from (Line(line, number, place) for place, line in enumerate(lines))
            return
        place = 0
        if lines[0].startswith("%%"):
            python = lines[0].split()[0] in _OF_PYTHON
            end = 1 if python else len(lines)
            yield self._stands_in("pass", lines[:end], number, 0)
            place = end
        while place < len(lines):
            end, opening = place + 1, ""
            if given := _GIVEN.match(lines[place]):
                opening = f"{given[1]} None"
            elif _MAGIC.match(lines[place]):
                opening = f"{_indentation(lines[place])}pass"
            if opening:
                while lines[end - 1].endswith("\\") and end < len(lines):
                    end += 1
                yield self._stands_in(opening, lines[place:end], number, place)
            else:
                while end < len(lines) and not _is_whole("\n".join(lines[place:end])):
                    end += 1
                yield from (Line(lines[one], number, one) for one in range(place, end))
            place = end

    def _stands_in(self, opening: str, lines: list[str], cell: int, place: int) -> Line:
        self._magics.append("\n".join(lines))
        return Line(f"{opening}  # %% magic {len(self._magics) - 1}", cell, place)


def _bound(listed: str) -> list[str]:
    """The names that ``from … import`` binds."""
    return re.findall(r"(\w+)\s*(?:,|\)|#|$)", listed)


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


@lru_cache(maxsize=256)  # a cell is typed in, the others stay
def _parses(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return False
    return True


def _is_whole(text: str) -> bool:
    """Whether a logical line ends with the text, as far as brackets, quotes and backslashes tell."""
    if text.endswith("\\"):
        return False
    try:
        for _ in tokenize.generate_tokens(io.StringIO(text + "\n").readline):
            pass
    except tokenize.TokenError:
        return False
    except (IndentationError, SyntaxError):
        return True
    return True
