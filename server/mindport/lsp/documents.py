"""The open documents, each an immutable text of one version."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types

from mindport.lsp import convert
from mindport.lsp.convert import Codec
from mindport.text import LineIndex


@dataclass(frozen=True, eq=False)
class Document:
    """One version of a text; two versions are the same only if they are the same object."""

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


class Documents:
    """What the client has open. The library's own store is left out: it takes form feeds for line ends."""

    def __init__(self) -> None:
        self.codec = Codec()
        self._open: dict[str, Document] = {}

    def get(self, uri: str) -> Document | None:
        return self._open.get(uri)

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
