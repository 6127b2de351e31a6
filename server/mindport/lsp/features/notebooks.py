"""Open, changed and closed notebooks: their cells are one document."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from mindport.lsp.features import diagnostic
from mindport.lsp.server import Server


def register(server: Server) -> None:
    server.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)(did_open)
    server.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)(did_change)
    server.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)(did_close)


def did_open(ls: Server, params: types.DidOpenNotebookDocumentParams) -> None:
    ls.session.documents.open_notebook(params)
    diagnostic.push(ls, params.notebook_document.uri)


def did_change(ls: Server, params: types.DidChangeNotebookDocumentParams) -> None:
    _forget(ls, ls.session.documents.change_notebook(params))
    diagnostic.push(ls, params.notebook_document.uri)


def did_close(ls: Server, params: types.DidCloseNotebookDocumentParams) -> None:
    uri = params.notebook_document.uri
    _forget(ls, ls.session.documents.close_notebook(uri))
    ls.session.analyses.forget(uri)


def _forget(ls: Server, cells: Iterable[str]) -> None:
    for uri in cells:
        ls.session.told.forget(uri)
        diagnostic.withdraw(ls, uri)
