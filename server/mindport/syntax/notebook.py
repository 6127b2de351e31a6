"""A Jupyter notebook as one script, and that script as a notebook again.

The code cells stand one after the other, each under a line that marks where it begins. What only IPython understands
(``%time``, ``!pip install``, ``%%bash``) is stood in for by a statement of its own, and comes back as it was.
"""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
import warnings
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

_CELL = re.compile(r"(?:pass  )?# %% cell (\d+)")
_STANDS_IN = re.compile(r".*# %% magic (\d+)")
_MAGIC = re.compile(r"\s*(?:[%!?]|[\w.]+\?{1,2}\s*$)")
_GIVEN = re.compile(r"(\s*[\w, ]+=)\s*[%!]\w")
# Cells of these hold Python below their first line.
_OF_PYTHON = frozenset(["%%time", "%%timeit", "%%capture", "%%prun", "%%debug"])
_TORCH = re.compile(r"\btorch(vision|audio)?\b")
_SOURCE = re.compile(r'\s*"source": (\[\s*$)?')


class _Line(NamedTuple):
    """A line of the script: its text, the cell that it is of, and its first line there; no cell for what marks one."""

    text: str
    cell: int = -1
    number: int = 0


class Notebook:
    """A notebook's code. ``script`` is one Python file, empty where the cells are of another language.
    Raises ``ValueError`` for a text that is no notebook."""

    def __init__(self, text: str) -> None:
        document = json.loads(text)
        cells = document.get("cells") if isinstance(document, dict) else None
        if not isinstance(cells, list) or not all(isinstance(cell, dict) and "source" in cell for cell in cells):
            raise ValueError("no cells")
        is_python = _language(document) in ("", "python")
        self._text = text
        self._document: dict[str, Any] = document
        self._cells: list[dict[str, Any]] = cells
        self._magics: list[str] = []
        self._lines: list[_Line] = []
        for number, cell in enumerate(cells):
            if is_python and cell.get("cell_type") == "code":
                # A statement, for a comment belongs to what follows; not in front of ``from __future__``.
                self._lines.append(_Line(f"{'pass  ' if self._lines else ''}# %% cell {number + 1}"))
                self._lines += self._python(_joined(cell["source"]), number)
        self.script = "".join(f"{line.text}\n" for line in self._lines)

    def place(self, line: int, column: int) -> tuple[int, int]:
        """Where a place of the script stands in the notebook's file; both count from 1."""
        at = self._lines[min(line, len(self._lines)) - 1] if self._lines else _Line("")
        rows = self._rows[at.cell] if at.cell >= 0 else ()
        if not at.number < len(rows):
            return 1, 1
        row, begin = rows[at.number]
        return row, begin + len(json.dumps(at.text[: column - 1], ensure_ascii=self._ascii)) - 2 + 1

    def inside(self, row: int, column: int) -> tuple[int, int]:
        """Where a place of the file stands in the script; the first where it is none of a code cell's."""
        for number, line in enumerate(self._lines, 1):
            rows = self._rows[line.cell] if line.cell >= 0 else ()
            if line.number < len(rows) and rows[line.number][0] == row:
                before = next((c for c in range(1, len(line.text) + 2) if self.place(number, c)[1] >= column), 1)
                return number, before
        return 1, 1

    def unread(self) -> list[tuple[int, int]]:
        """Where in the file commands of IPython stand that name torch: they stay as they are."""
        stand_ins = [number for number, line in enumerate(self._lines, 1) if _STANDS_IN.fullmatch(line.text)]
        return [self.place(line, 1) for line, text in zip(stand_ins, self._magics, strict=True) if _TORCH.search(text)]

    def restored(self, script: str) -> str | None:
        """The notebook with the cells of ``script``, which was made of its own; None where cells cannot be told apart in it."""
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
        if list(found) != [int(m[1]) - 1 for line in self._lines if (m := _CELL.fullmatch(line.text))]:
            return None
        if magics != list(range(len(self._magics))):
            return None
        if before and found:  # what a file begins with
            first = found[min(found)]
            if first and first[0].startswith("%%"):
                return None  # nothing may stand before it
            found[min(found)] = [*before, *first]
        document = dict(
            self._document, cells=[self._cell(place, found.get(place)) for place in range(len(self._cells))]
        )
        indent = re.match(r"\{\n( +)", self._text)
        end = "\n" if self._text.endswith("\n") else ""
        return json.dumps(document, indent=len(indent[1]) if indent else None, ensure_ascii=self._ascii) + end

    @property
    def _ascii(self) -> bool:
        return self._text.isascii() and "\\u" in self._text

    def _cell(self, number: int, lines: list[str] | None) -> dict[str, Any]:
        cell = self._cells[number]
        source = _joined(cell["source"])
        if lines is None or lines == source.split("\n"):
            return cell
        text = "\n".join(lines).strip("\n") + source[len(source.rstrip("\n")) :]
        kept = text if isinstance(cell["source"], str) else [f"{line}\n" for line in text.split("\n")]
        if isinstance(kept, list):
            kept[-1] = kept[-1].removesuffix("\n")
            kept = kept if kept[-1] else kept[:-1]
        return {**cell, "source": kept}

    def _python(self, source: str, number: int) -> Iterator[_Line]:
        """The lines of a cell, as Python reads them."""
        lines = source.split("\n")
        if _parses(source):
            yield from (_Line(line, number, place) for place, line in enumerate(lines))
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
                yield from (_Line(lines[one], number, one) for one in range(place, end))
            place = end

    def _stands_in(self, opening: str, lines: list[str], cell: int, place: int) -> _Line:
        self._magics.append("\n".join(lines))
        return _Line(f"{opening}  # %% magic {len(self._magics) - 1}", cell, place)

    @cached_property
    def _rows(self) -> list[list[tuple[int, int]]]:
        """For each cell the rows of its lines in the file, and the columns in front of them; nothing where they share a row."""
        rows: list[list[tuple[int, int]]] = []
        inside = False
        for number, row in enumerate(self._text.split("\n"), 1):
            if inside and row.strip().startswith('"'):
                rows[-1].append((number, len(row) - len(row.lstrip()) + 1))
            elif opening := _SOURCE.match(row):
                inside = opening[1] is not None
                rows.append([])
            else:
                inside = False
        return rows if len(rows) == len(self._cells) else [[] for _ in self._cells]


def read(text: str) -> Notebook | None:
    """The notebook of a text; None where it is none."""
    try:
        return Notebook(text)
    except (ValueError, RecursionError):
        return None


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _language(document: dict[str, Any]) -> str:
    metadata = document.get("metadata")
    for name, key in (("language_info", "name"), ("kernelspec", "language")):
        part = metadata.get(name) if isinstance(metadata, dict) else None
        if isinstance(part, dict) and isinstance(part.get(key), str):
            return str(part[key]).lower()
    return ""


def _joined(source: object) -> str:
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


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
