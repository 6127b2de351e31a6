"""Code actions: the fix of the use under the cursor, of all uses in the file, and the migration of the whole file.

An action is listed without working out its change; ``codeAction/resolve`` works it out from the action's own data. To a
client that cannot resolve, the action carries its change at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lsprotocol import types

from mindport.analysis.findings import Applicability, Finding
from mindport.analysis.uses import Role
from mindport.engine import FileAnalysis
from mindport.lsp import guard
from mindport.lsp.analyses import Analysed
from mindport.lsp.edits import workspace_edit
from mindport.lsp.features import migration
from mindport.lsp.features.migration import Change
from mindport.lsp.server import Server
from mindport.lsp.session import Session
from mindport.render import messages, summary
from mindport.syntax import dated
from mindport.text import Span

FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.mindport"
_MOST = 20  # uses that a selection offers fixes for; more make no menu
_KINDS = [
    types.CodeActionKind.QuickFix,
    types.CodeActionKind.RefactorRewrite,
    types.CodeActionKind.SourceFixAll,
    FIX_ALL,
]


@dataclass(frozen=True)
class Offer:
    """An action before its change is worked out; ``what`` is fix, fix-all or migrate."""

    what: str
    title: str
    kind: str
    span: Span | None = None
    preferred: bool = False
    disabled: str | None = None
    diagnostics: tuple[types.Diagnostic, ...] = ()


@dataclass(frozen=True)
class Shown:
    """The diagnostics that the client shows at a place of a text."""

    uri: str
    diagnostics: Sequence[types.Diagnostic]

    def about(self, analysed: Analysed, span: Span) -> tuple[types.Diagnostic, ...]:
        """Those of the use with this name."""
        base = analysed.document.extent(self.uri).start
        own = [span.start - base, span.end - base]
        return tuple(d for d in self.diagnostics if isinstance(d.data, Mapping) and d.data.get("span") == own)


def register(server: Server) -> None:
    options = types.CodeActionOptions(code_action_kinds=_KINDS, resolve_provider=True)
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)(code_action)
    server.feature(types.CODE_ACTION_RESOLVE)(resolve)


@guard.passive(None)
async def code_action(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction] | None:
    session = ls.session
    analysed = await session.analysed(params.text_document.uri)
    if analysed is None or analysed.analysis is None or not session.client.action_literals:
        return None
    uri = params.text_document.uri
    area = analysed.document.span(session.codec, uri, params.range)
    only = [str(getattr(kind, "value", kind)) for kind in params.context.only or ()]
    shown = params.context.diagnostics
    # Where analyses run: edits that come meanwhile change the tree.
    every = await session.analyses.compute(lambda: _offers(session, analysed, area, Shown(uri, shown)))
    offers = [offer for offer in every if _wanted(offer.kind, only)]
    actions = []
    for offer in offers:
        action = _action(analysed, offer)
        if offer.disabled is None and not session.client.action_resolve_edit:
            change = await _change(ls, analysed, offer.what, offer.span)
            if change is None:
                continue
            action.edit = change.edit
        actions.append(action)
    return actions


@guard.asked
async def resolve(ls: Server, action: types.CodeAction) -> types.CodeAction:
    data: Mapping[str, Any] = action.data if isinstance(action.data, Mapping) else {}
    analysed = await ls.session.analysed(str(data.get("uri")))
    if analysed is None or analysed.document.version != data.get("version"):
        raise guard.Refusal(ls.session.say("error.changed"), guard.CONTENT_MODIFIED)
    span = data.get("span")
    change = await _change(ls, analysed, str(data.get("what")), Span(*span) if span else None)
    if change is None:  # it was offered while what is typed had yet to be thought through
        raise guard.Refusal(ls.session.say("error.unchanged"))
    action.edit = change.edit
    migration.tell_lacking(ls, change)
    return action


def _offers(session: Session, analysed: Analysed, area: Span, shown: Shown) -> list[Offer]:
    analysis = analysed.analysis
    assert analysis is not None
    offers = [offer for f in _touched(analysed, area) for offer in _fix(session, analysed, f, shown)]
    fixable = [f.fix for f in analysis.findings if f.use.role is not Role.IMPORT]
    if Applicability.SAFE in fixable:
        title = session.say("action.fix-all")
        offers.append(Offer("fix-all", title, FIX_ALL))
        if offers[0].what == "fix":
            offers.append(Offer("fix-all", title, types.CodeActionKind.QuickFix.value))
    if fixable:
        offers.append(Offer("migrate", session.say("action.migrate"), types.CodeActionKind.RefactorRewrite.value))
    return _of_broken(session, analysis, offers) if analysis.stale else offers


def _of_broken(session: Session, analysis: FileAnalysis, offers: Sequence[Offer]) -> list[Offer]:
    """What is offered in a file that does not parse: shown with that as the reason, if it can be shown so; nothing is rewritten
    before it parses, but for what an older Python understood."""
    readable = dated.revived(analysis.text) is not None
    left = [offer for offer in offers if offer.what != "fix" and readable]
    if not session.client.action_disabled:
        return left
    reason = session.say("error.unparsed")
    return [one if one in left or one.disabled else replace(one, preferred=False, disabled=reason) for one in offers]


def _touched(analysed: Analysed, area: Span) -> list[Finding]:
    """Findings whose name the area touches, else the one with the smallest call around it."""
    analysis = analysed.analysis
    assert analysis is not None
    findings = [f for f in analysis.findings if f.use.role is not Role.IMPORT]
    touched = [f for f in findings if f.use.span.start <= area.end and area.start <= f.use.span.end]
    if touched or analysis.stale:
        return touched[:_MOST]
    calls = [(analysis.source.span(f.use.call), f) for f in findings if f.use.call is not None]
    around = [(span.end - span.start, span, f) for span, f in calls if span.contains(area)]
    return [min(around, key=lambda item: item[:2])[2]] if around else []


def _fix(session: Session, analysed: Analysed, finding: Finding, shown: Shown) -> list[Offer]:
    analysis = analysed.analysis
    assert analysis is not None
    outlook = analysed.engine.outlook(analysis, finding, quick=True)
    plain = outlook.by_rule or finding.equivalent is not None and summary.vanishes(finding.equivalent)
    name = None if plain else summary.replacement(finding)
    title = session.say("action.fix", mindspore=name) if name else session.say("action.fix.plain")
    span = finding.use.span
    about = shown.about(analysed, span)
    kind = types.CodeActionKind.QuickFix.value
    if outlook.applicability is Applicability.SAFE:
        return [Offer("fix", title, kind, span, preferred=True, diagnostics=about)]
    if outlook.applicability is Applicability.UNSAFE:
        return [Offer("fix", session.say("action.fix.unsafe", title=title), kind, span, diagnostics=about)]
    if outlook.applicability is Applicability.DISPLAY_ONLY and session.client.action_disabled:
        return [Offer("fix", title, kind, span, disabled=_reason(session, outlook.finding), diagnostics=about)]
    return []


def _reason(session: Session, finding: Finding) -> str:
    notes = [summary.note_text(n, session.view) for n in summary.ordered_notes(finding) if not n.handled]
    reason = messages.join(notes, session.language) or session.say("action.disabled.unknown")
    return session.say("action.disabled", reason=reason)


def _wanted(kind: str, only: Sequence[str]) -> bool:
    if not only:
        # fix-all belongs to the save and the source menu, not to every light bulb.
        return kind != FIX_ALL
    return any(kind == wanted or kind.startswith(f"{wanted}.") or not wanted for wanted in only)


def _action(analysed: Analysed, offer: Offer) -> types.CodeAction:
    document = analysed.document
    span = [offer.span.start, offer.span.end] if offer.span else None
    return types.CodeAction(
        title=offer.title,
        kind=offer.kind,
        diagnostics=list(offer.diagnostics) or None,
        is_preferred=True if offer.preferred else None,
        disabled=types.CodeActionDisabled(reason=offer.disabled) if offer.disabled else None,
        data={"uri": document.uri, "version": document.version, "what": offer.what, "span": span},
    )


async def _change(ls: Server, analysed: Analysed, what: str, span: Span | None) -> Change | None:
    """The change of an action; None when there is nothing to change."""
    session, engine, analysis = ls.session, analysed.engine, analysed.analysis
    if analysis is None:
        return None
    if what != "fix":
        done = await migration.migrate(session, analysed.document, safe_only=what == "fix-all")
        if done.file.problem == migration.CELLS:
            raise guard.Refusal(session.say("error.cells"))
        return done.change
    finding = next((f for f in analysis.findings if f.use.span == span), None)
    if finding is None:
        return None
    package = migration.package_of(analysed.document)
    fix = await session.analyses.compute(lambda: engine.fix(analysis, finding, package))
    if fix is None or not fix.edits or fix.applicability not in (Applicability.SAFE, Applicability.UNSAFE):
        return None
    parts = analysed.document.edited(session.codec, fix.edits)
    if parts is None:
        return None
    edit = workspace_edit(session, parts)
    return migration.with_helpers(session, analysed.document, edit, fix.helpers)
