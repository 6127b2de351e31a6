"""The least that a server on pygls can do: fixed diagnostics, a fixed hover. What it costs, no server on pygls can save."""

from __future__ import annotations

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("floor", "1")
_LINE = types.Range(types.Position(0, 0), types.Position(0, 5))
_DIAGNOSTICS = [types.Diagnostic(_LINE, "floor", severity=types.DiagnosticSeverity.Hint) for _ in range(20)]


@server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC)
def pull(params: types.DocumentDiagnosticParams) -> types.RelatedFullDocumentDiagnosticReport:
    return types.RelatedFullDocumentDiagnosticReport(items=_DIAGNOSTICS)


@server.feature(types.TEXT_DOCUMENT_HOVER)
def hover(params: types.HoverParams) -> types.Hover:
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "floor"), _LINE)


def push(document: types.TextDocumentItem | types.VersionedTextDocumentIdentifier) -> None:
    if server.client_capabilities.text_document and server.client_capabilities.text_document.diagnostic:
        return
    server.text_document_publish_diagnostics(
        types.PublishDiagnosticsParams(uri=document.uri, version=document.version, diagnostics=_DIAGNOSTICS)
    )


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def did_open(params: types.DidOpenTextDocumentParams) -> None:
    push(params.text_document)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def did_change(params: types.DidChangeTextDocumentParams) -> None:
    push(params.text_document)


if __name__ == "__main__":
    server.start_io()
