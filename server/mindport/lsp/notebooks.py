"""Open notebooks: the cells that the client tells of, analysed as the one script that they are (``syntax.cells``).

A position of the client's is one in a cell; what is found in the script is told of the cell where it stands.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from lsprotocol import types

from mindport.lsp import convert
from mindport.lsp.convert import Codec
from mindport.lsp.documents import Document, Part, changed_lines
from mindport.syntax.cells import Cells
from mindport.text import LineIndex, Span, TextEdit


@dataclass(frozen=True)
class Cell:
    """A cell with Python, as the client holds it."""

    uri: str
    version: int | None
    lines: LineIndex


@dataclass(frozen=True, eq=False)
class NotebookDocument(Document):
    """One version of a notebook; ``lines`` are those of its script."""

    cells: tuple[Cell, ...] = ()
    code: Cells = field(default_factory=lambda: Cells(()))

    @classmethod
    def of(cls, uri: str, version: int, cells: Iterable[Cell]) -> NotebookDocument:
        listed = tuple(cells)
        code = Cells((number, cell.lines.text) for number, cell in enumerate(listed))
        return cls(uri, version, LineIndex(code.script), cells=listed, code=code)

    @property
    def is_imported(self) -> bool:
        return False

    @property
    def parts(self) -> Sequence[str]:
        return [cell.uri for cell in self.cells]

    def extent(self, uri: str) -> Span:
        rows = self._rows.get(uri)
        if not rows:
            return Span(0, -1)
        starts, last = self.lines.starts, rows[-1][1]
        return Span(starts[rows[0][1]], starts[last] + len(self.code.lines[last].text))

    def place(self, codec: Codec, offset: int) -> tuple[int, int]:
        line, column = codec.place(self.lines, offset)
        return (self.code.lines[line].number, column) if line < len(self.code.lines) else (0, 0)

    def offset(self, codec: Codec, uri: str, position: types.Position) -> int:
        rows = self._rows.get(uri)
        if not rows:
            return 0
        row, line = rows[max(bisect_right(rows, position.line, key=lambda pair: pair[0]) - 1, 0)]
        # A command of several lines has one statement in the script.
        column = position.character if row == position.line else 0
        return codec.offset(self.lines, types.Position(line, column))

    def edited(self, codec: Codec, edits: Iterable[TextEdit]) -> list[Part] | None:
        changed: dict[int, list[types.TextEdit]] = {}
        for edit in edits:
            placed = self._placed(codec, edit)
            if placed is None:
                return None
            changed.setdefault(placed[0], []).append(placed[1])
        return [Part(self.cells[n].uri, self.cells[n].version, changed[n]) for n in sorted(changed)]

    def told(self, line: int, column: int) -> dict[str, int]:
        at = self.code.lines[min(line, len(self.code.lines)) - 1]
        return {"cell": at.cell + 1, "line": at.number + 1, "column": column}

    def divided(self, text: str) -> list[str] | None:
        found = self.code.restored(text)
        if found is None:
            return None
        return [_text(cell.lines.text, found.get(number, [])) for number, cell in enumerate(self.cells)]

    def rewritten(self, codec: Codec, text: str) -> list[Part] | None:
        texts = self.divided(text)
        if texts is None:
            return None
        changes = [
            codec.edits(cell.lines, changed_lines(cell.lines, after))
            for cell, after in zip(self.cells, texts, strict=True)
        ]
        return [Part(cell.uri, cell.version, new) for cell, new in zip(self.cells, changes, strict=True) if new]

    @cached_property
    def _rows(self) -> Mapping[str, list[tuple[int, int]]]:
        """For each cell, by its URI, its rows and the lines of the script where they stand; of a command the first row."""
        rows: dict[str, list[tuple[int, int]]] = {}
        for number, line in enumerate(self.code.lines):
            if line.cell >= 0:
                rows.setdefault(self.cells[line.cell].uri, []).append((line.number, number))
        return rows

    def _placed(self, codec: Codec, edit: TextEdit) -> tuple[int, types.TextEdit] | None:
        """An edit of the script as one of the cell with this number; None where it is one of more than a single cell."""
        lines, text, span = self.code.lines, edit.text, edit.span
        (line, column), (end_line, end_column) = codec.place(self.lines, span.start), codec.place(self.lines, span.end)
        if line >= len(lines):  # behind the last cell
            return None
        if lines[line].cell < 0:
            return self._at_mark(codec, line, column, text) if span.start == span.end else None
        cell = self.cells[lines[line].cell]
        start = types.Position(lines[line].number, column)
        ends_here = end_line < len(lines) and lines[end_line].cell == lines[line].cell
        if ends_here:
            end = types.Position(lines[end_line].number, end_column)
        elif end_column == 0 and end_line > line and lines[end_line - 1].cell == lines[line].cell:
            # To the end of the cell's last line, which has no line end of its own.
            end = codec.position(cell.lines, len(cell.lines.text))
            text = text.removesuffix("\n")
        else:
            return None
        return lines[line].cell, types.TextEdit(types.Range(start, end), text)

    def _at_mark(self, codec: Codec, line: int, column: int, text: str) -> tuple[int, types.TextEdit] | None:
        """What is inserted at a line that marks a cell: in front of it, it ends the cell before."""
        lines = self.code.lines
        if line and not column and lines[line - 1].cell >= 0:
            number = lines[line - 1].cell
            before = self.cells[number].lines
            place = codec.position(before, len(before.text))
            text = text.removesuffix("\n")
            text = text if not before.text or before.text.endswith("\n") else f"\n{text}"
        elif line + 1 < len(lines) and lines[line + 1].cell >= 0:
            number, place = lines[line + 1].cell, types.Position(0, 0)
            text = f"{text[1:]}\n" if column and text.startswith("\n") else text
        else:
            return None
        return number, types.TextEdit(types.Range(place, place), text)


class Notebooks:
    """The cells of open notebooks; each change gives a new ``NotebookDocument``, whose versions are counted here: the client's
    do not change with every text."""

    def __init__(self) -> None:
        self._cells: dict[str, list[str]] = {}
        self._texts: dict[str, Cell] = {}

    def open(self, params: types.DidOpenNotebookDocumentParams) -> NotebookDocument:
        uri = params.notebook_document.uri
        self._cells[uri] = [cell.document for cell in params.notebook_document.cells]
        self._take(params.cell_text_documents)
        return self._document(uri, 0)

    def change(self, codec: Codec, before: Document, params: types.DidChangeNotebookDocumentParams) -> NotebookDocument:
        uri, cells = before.uri, params.change.cells
        if cells is not None and (structure := cells.structure) is not None:
            array = structure.array
            new = [cell.document for cell in array.cells or ()]
            self._cells[uri][array.start : array.start + array.delete_count] = new
            for closed in structure.did_close or ():
                self._texts.pop(closed.uri, None)
            self._take(structure.did_open or ())
        for content in (cells.text_content if cells is not None else None) or ():
            cell = self._texts.get(content.document.uri)
            if cell is not None:
                lines = cell.lines
                for change in content.changes:
                    lines = convert.apply_change(codec, lines, change)
                self._texts[cell.uri] = replace(cell, version=content.document.version, lines=lines)
        return self._document(uri, (before.version or 0) + 1)

    def close(self, uri: str) -> None:
        for cell in self._cells.pop(uri, ()):
            self._texts.pop(cell, None)

    def _take(self, items: Iterable[types.TextDocumentItem]) -> None:
        for item in items:
            if item.language_id == "python":
                self._texts[item.uri] = Cell(item.uri, item.version, LineIndex(item.text))
            else:
                self._texts.pop(item.uri, None)

    def _document(self, uri: str, version: int) -> NotebookDocument:
        return NotebookDocument.of(
            uri, version, (self._texts[cell] for cell in self._cells[uri] if cell in self._texts)
        )


def _text(before: str, lines: Sequence[str]) -> str:
    """A cell of these lines; it begins and ends as it did."""
    if lines == before.split("\n"):
        return before
    return "\n".join(lines).strip("\n") + before[len(before.rstrip("\r\n")) :]
