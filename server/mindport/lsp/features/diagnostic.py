"""Diagnostics: asked for by the client (``textDocument/diagnostic``), or pushed to one that cannot ask."""

from __future__ import annotations

import asyncio
import json

from lsprotocol import types

from mindport.analysis.findings import Finding
from mindport.analysis.uses import Role
from mindport.lsp import guard
from mindport.lsp.analyses import Analysed
from mindport.lsp.protocol import Ready
from mindport.lsp.server import Server
from mindport.lsp.session import Session
from mindport.lsp.settings import Severity
from mindport.lsp.told import Told
from mindport.render import summary

SOURCE = "mindport"
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}
_LOUDEST_FIRST = list(Severity)
_NOTHING = Ready.of({"kind": "full", "items": []})


def register(server: Server) -> None:
    options = types.DiagnosticOptions(identifier=SOURCE, inter_file_dependencies=True, workspace_diagnostics=False)
    server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(pull)


@guard.passive(_NOTHING)
async def pull(ls: Server, params: types.DocumentDiagnosticParams) -> Ready:
    session = ls.session
    analysed = await session.analysed(params.text_document.uri)
    if analysed is None:
        return _NOTHING
    result = _identity(session, analysed)
    if params.previous_result_id == result:
        return Ready.of({"kind": "unchanged", "resultId": result})
    begin = f'{{"kind": "full", "resultId": {json.dumps(result)}, "items": ['
    return Ready((begin, *diagnostics(session, analysed, params.text_document.uri), "]}"))


def push(ls: Server, uri: str) -> None:
    """Publishes the diagnostics of the newest version, once it is analysed; nothing to a client that asks for them."""
    session = ls.session
    if session.client.pull_diagnostics or uri in session.publishing:
        return
    session.publishing[uri] = asyncio.ensure_future(_publish(ls, uri))


def withdraw(ls: Server, uri: str) -> None:
    """Takes back what was published of a closed document."""
    if not ls.session.client.pull_diagnostics:
        ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, diagnostics=[]))


def refresh(ls: Server) -> None:
    """Brings all diagnostics up to new settings."""
    session = ls.session
    if session.client.refresh_diagnostics:
        ls.workspace_diagnostic_refresh(None)
    for document in session.documents.all():
        push(ls, document.uri)


def renew(ls: Server, uri: str) -> None:
    """Brings the diagnostics of a document up to an analysis that has changed though its text has not."""
    if ls.session.client.refresh_diagnostics:
        ls.workspace_diagnostic_refresh(None)
    push(ls, uri)


@guard.passive(None)
async def _publish(ls: Server, uri: str) -> None:
    session = ls.session
    try:
        analysed = await session.analysed(uri)
    finally:
        session.publishing.pop(uri, None)
    if analysed is None:
        return
    document = analysed.document
    for part in document.parts:
        version = f'"version": {document.version}, ' if document.version is not None and part == document.uri else ""
        begin = f'{{"uri": {json.dumps(part)}, {version}"diagnostics": ['
        ready = Ready((begin, *diagnostics(session, analysed, part), "]}"))
        ls.protocol.notify(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, ready)


def diagnostics(session: Session, analysed: Analysed, uri: str) -> list[str]:
    """One diagnostic, as JSON text, for each use in a part of a document that the user wants to hear of; a comma before each
    but the first."""
    if not session.settings.diagnostics.enable or analysed.analysis is None:
        return []
    document, codec = analysed.document, session.codec
    part = document.extent(uri)
    told = session.told.of(uri, (session.generation, analysed.engine))
    fresh: dict[int, Told] = {}
    about = f'"uri": {json.dumps(document.uri)}, "version": {json.dumps(document.version)}'
    out: list[str] = []
    for finding in analysed.analysis.findings:
        # An import goes when the last use of what it brings has gone.
        if finding.use.role is Role.IMPORT or not part.contains(finding.use.span):
            continue
        origin = finding.origin or finding
        known = told.get(id(origin))
        if known is None or known.origin is not origin:
            known = _tell(session, analysed, finding, origin)
        fresh[id(origin)] = known
        if known.fixed is None:
            continue
        span = finding.use.span
        (line, column), (end_line, end_column) = document.place(codec, span.start), document.place(codec, span.end)
        out.append(
            f'{", " if out else ""}{{"range": {{"start": {{"line": {line}, "character": {column}}}, '
            f'"end": {{"line": {end_line}, "character": {end_column}}}}}, {known.fixed}, '
            f'"data": {{{about}, "span": [{span.start - part.start}, {span.end - part.start}]}}}}'
        )
    session.told.keep(uri, fresh)
    return out


def _tell(session: Session, analysed: Analysed, finding: Finding, origin: Finding) -> Told:
    code, severity = verdict(session, finding)
    if severity is Severity.OFF:
        return Told(origin, None)
    message = analysed.engine.message(finding)
    fixed = {"message": message, "severity": int(_SEVERITIES[severity]), "code": code, "source": SOURCE}
    return Told(origin, session.told.one(json.dumps(fixed)[1:-1]))


def verdict(session: Session, finding: Finding) -> tuple[str, Severity]:
    """Code and severity of a finding: those of its loudest note, what remains to be judged before what is handled."""
    table = session.settings.severity
    code, severity = finding.compatibility.value, table.of(finding.compatibility)
    notes = summary.ordered_notes(finding)
    if not notes:
        return code, severity
    heard = [(note.kind, table.of(finding.compatibility, note.kind)) for note in notes]
    return min(heard, key=lambda pair: _LOUDEST_FIRST.index(pair[1]))


def _identity(session: Session, analysed: Analysed) -> str:
    return f"{session.generation}:{analysed.document.version}:{id(analysed.analysis)}"
