"""Open, changed and closed documents."""

from __future__ import annotations

from lsprotocol import types

from mindport.lsp.features import diagnostic
from mindport.lsp.server import Server


def register(server: Server) -> None:
    server.feature(types.TEXT_DOCUMENT_DID_OPEN)(did_open)
    server.feature(types.TEXT_DOCUMENT_DID_CHANGE)(did_change)
    server.feature(types.TEXT_DOCUMENT_DID_CLOSE)(did_close)
    server.session.analyses.on_change = lambda uri: diagnostic.renew(server, uri)


def did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    session, uri = ls.session, params.text_document.uri
    session.documents.open(params.text_document)
    document = session.documents.get(uri)
    if document is not None:
        session.analyses.opened(document)
    diagnostic.push(ls, uri)


def did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    session, uri = ls.session, params.text_document.uri
    session.documents.change(params)
    document = session.documents.get(uri)
    if document is not None:
        session.analyses.changed(document)
    diagnostic.push(ls, uri)


def did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    uri = params.text_document.uri
    ls.session.documents.close(uri)
    ls.session.analyses.forget(uri)
    ls.session.told.forget(uri)
    diagnostic.withdraw(ls, uri)
