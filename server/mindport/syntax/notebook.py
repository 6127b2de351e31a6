"""A Jupyter notebook's file: its code as one script, and the notebook with the cells of such a script."""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import Any

from mindport.syntax.cells import Cells, Line

_SOURCE = re.compile(r'\s*"source": (\[\s*$)?')


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
        code = [number for number, cell in enumerate(cells) if is_python and cell.get("cell_type") == "code"]
        self._code = Cells((number, _joined(cells[number]["source"])) for number in code)
        self.script = self._code.script

    def place(self, line: int, column: int) -> tuple[int, int]:
        """Where a place of the script stands in the notebook's file; both count from 1."""
        at = self._code.lines[min(line, len(self._code.lines)) - 1] if self._code.lines else Line("")
        rows = self._rows[at.cell] if at.cell >= 0 else ()
        if not at.number < len(rows):
            return 1, 1
        row, begin = rows[at.number]
        return row, begin + len(json.dumps(at.text[: column - 1], ensure_ascii=self._ascii)) - 2 + 1

    def inside(self, row: int, column: int) -> tuple[int, int]:
        """Where a place of the file stands in the script; the first where it is none of a code cell's."""
        for number, line in enumerate(self._code.lines, 1):
            rows = self._rows[line.cell] if line.cell >= 0 else ()
            if line.number < len(rows) and rows[line.number][0] == row:
                before = next((c for c in range(1, len(line.text) + 2) if self.place(number, c)[1] >= column), 1)
                return number, before
        return 1, 1

    def unread(self) -> list[tuple[int, int]]:
        """Where in the file commands of IPython stand that name torch: they stay as they are."""
        return [self.place(line + 1, 1) for line in self._code.commands()]

    def restored(self, script: str) -> str | None:
        """The notebook with the cells of ``script``, which was made of its own; None where cells cannot be told apart in it."""
        found = self._code.restored(script)
        if found is None:
            return None
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


def _language(document: dict[str, Any]) -> str:
    metadata = document.get("metadata")
    for name, key in (("language_info", "name"), ("kernelspec", "language")):
        part = metadata.get(name) if isinstance(metadata, dict) else None
        if isinstance(part, dict) and isinstance(part.get(key), str):
            return str(part[key]).lower()
    return ""


def _joined(source: object) -> str:
    return "".join(map(str, source)) if isinstance(source, list) else str(source)
