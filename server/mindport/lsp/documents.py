"""The open documents, each an immutable text of one version."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types

from mindport.lsp import convert
from mindport.lsp.convert import Codec
from mindport.text import LineIndex, Span, TextEdit

if TYPE_CHECKING:
    from mindport.lsp.notebooks import Notebooks


class Part(NamedTuple):
    """Changes of one text of the client's."""

    uri: str
    version: int | None
    edits: list[types.TextEdit]


@dataclass(frozen=True, eq=False)
class Document:
    """One version of a text; two versions are the same only if they are the same object.

    The client may know it in several parts (the cells of a notebook): each position of its comes with the part's URI.
    """

    uri: str
    version: int | None
    lines: LineIndex
    language: str = "python"

    @property
    def text(self) -> str:
        return self.lines.text

    @property
    def path(self) -> Path | None:
        return convert.path_of(self.uri)

    @property
    def is_imported(self) -> bool:
        """Whether other files may import from it."""
        return True

    @property
    def parts(self) -> Sequence[str]:
        """URIs of the texts that the client shows."""
        return (self.uri,)

    def extent(self, uri: str) -> Span:
        """Where a part stands in the text; nowhere for one that is not of it."""
        return Span(0, len(self.text))

    def offset(self, codec: Codec, uri: str, position: types.Position) -> int:
        """The offset of a position in a part."""
        return codec.offset(self.lines, position)

    def span(self, codec: Codec, uri: str, area: types.Range) -> Span:
        start, end = self.offset(codec, uri, area.start), self.offset(codec, uri, area.end)
        return Span(min(start, end), max(start, end))

    def place(self, codec: Codec, offset: int) -> tuple[int, int]:
        """Line and character of an offset, in the part where it stands."""
        return codec.place(self.lines, offset)

    def range(self, codec: Codec, uri: str, span: Span) -> types.Range | None:
        """Where a span stands in a part; None where it does not stand in that one."""
        if not self.extent(uri).contains(span):
            return None
        return types.Range(types.Position(*self.place(codec, span.start)), types.Position(*self.place(codec, span.end)))

    def told(self, line: int, column: int) -> dict[str, int]:
        """A place of the text, counted from 1, as a user finds it."""
        return {"line": line, "column": column}

    def divided(self, text: str) -> list[str] | None:
        """Another text in the parts of this one; None where it has none, or they cannot be told apart."""
        return None

    def edited(self, codec: Codec, edits: Iterable[TextEdit]) -> list[Part] | None:
        """Edits of the text as changes of its parts; None where a part cannot take one."""
        return [Part(self.uri, self.version, codec.edits(self.lines, edits))]

    def rewritten(self, codec: Codec, text: str) -> list[Part] | None:
        """The change to another text, by whole lines; None where it cannot be told which part is to have what."""
        edits = changed_lines(self.lines, text)
        return [Part(self.uri, self.version, codec.edits(self.lines, edits))] if edits else []


def changed_lines(lines: LineIndex, after: str) -> list[TextEdit]:
    """The change from one text to another by whole lines, so that cursor and folds outside of it stay."""
    import difflib

    old = lines.text.splitlines(keepends=True)
    new = after.splitlines(keepends=True)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    edits = []
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, old, new).get_opcodes():
        if tag != "equal":
            edits.append(TextEdit(Span(starts[i1], starts[i2]), "".join(new[j1:j2])))
    return edits


class Documents:
    """What the client has open. The library's own store is left out: it takes form feeds for line ends."""

    def __init__(self) -> None:
        self.codec = Codec()
        self._open: dict[str, Document] = {}
        self._whole: dict[str, str] = {}  # of a notebook's cells

    def get(self, uri: str) -> Document | None:
        """The document with this URI, or the one that a part with this URI is of."""
        return self._open.get(self._whole.get(uri, uri))

    def all(self) -> Sequence[Document]:
        return tuple(self._open.values())

    def open(self, item: types.TextDocumentItem) -> None:
        self._open[item.uri] = Document(item.uri, item.version, LineIndex(item.text), item.language_id)

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        document = self._open.get(params.text_document.uri)
        if document is None:
            return
        lines = document.lines
        for change in params.content_changes:
            lines = convert.apply_change(self.codec, lines, change)
        self._open[document.uri] = Document(document.uri, params.text_document.version, lines, document.language)

    def close(self, uri: str) -> None:
        self._open.pop(uri, None)

    @cached_property
    def _notebooks(self) -> Notebooks:
        from mindport.lsp.notebooks import Notebooks  # who opens none does without it

        return Notebooks()

    def open_notebook(self, params: types.DidOpenNotebookDocumentParams) -> None:
        self._show(self._notebooks.open(params))

    def change_notebook(self, params: types.DidChangeNotebookDocumentParams) -> Sequence[str]:
        """Takes up a change; URIs of the cells that are there no more."""
        before = self._open.get(params.notebook_document.uri)
        if before is None:
            return ()
        self._show(self._notebooks.change(self.codec, before, params))
        return [uri for uri in before.parts if uri not in self._whole]

    def close_notebook(self, uri: str) -> Sequence[str]:
        """Closes a notebook; URIs of the cells that it had."""
        closed = self._open.pop(uri, None)
        self._notebooks.close(uri)
        gone = closed.parts if closed is not None else ()
        for part in gone:
            self._whole.pop(part, None)
        return gone

    def _show(self, document: Document) -> None:
        before = self._open.get(document.uri)
        for part in before.parts if before is not None else ():
            self._whole.pop(part, None)
        self._whole.update((part, document.uri) for part in document.parts)
        self._open[document.uri] = document
