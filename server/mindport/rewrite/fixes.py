"""The fix of one use in a file that otherwise stays torch's: at its place, what the migration of the whole file writes there."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from mindport.analysis.analyze import Analysis
from mindport.analysis.findings import Applicability, Compatibility, Finding, Note
from mindport.analysis.judge import Context
from mindport.rewrite import call, imports, removals
from mindport.rewrite.alignment import aligned
from mindport.rewrite.bound import bound_names
from mindport.rewrite.rule import Match, Module, rules
from mindport.rewrite.ruled import Ruled, kept_with_members, ruled
from mindport.rewrite.site import Site
from mindport.rewrite.spelling import Spelling
from mindport.syntax.source import SourceFile
from mindport.text import Edit, flatten, render, with_newline

_OFFERED = (Applicability.SAFE, Applicability.UNSAFE)


@dataclass(frozen=True)
class Prepared:
    """A file whose uses are fixed one by one; ``kept``: uses that stay because of another, which is the reason."""

    module: Module
    by_rules: Ruled
    refused: dict[int, str]
    kept: dict[int, Finding]
    taken: frozenset[str]

    @property
    def source(self) -> SourceFile:
        return self.module.source


@dataclass(frozen=True)
class Outlook:
    """How far the fix of a use goes; ``finding`` says why it goes no further. ``by_rule``: more than its row is applied."""

    applicability: Applicability
    finding: Finding
    by_rule: bool = False


def prepare(
    source: SourceFile,
    analysis: Analysis,
    found: tuple[Finding, ...],
    context: Context,
    class_named: Callable[[str], ast.ClassDef | None] | None = None,
    differentiated_twice: bool = False,
) -> Prepared:
    """What the rules make of the file, worked out once for all of its uses."""
    taken = frozenset(bound_names(source, set()))
    by_node = {id(f.use.node): f for f in found}
    spelling = _spelling(source, taken)
    module = Module(source, analysis, context, spelling, by_node, class_named, differentiated_twice)
    by_rules = ruled(module, rules())
    refused = {id(node): key for node, key in by_rules.left}

    def allowed(finding: Finding) -> bool:
        return finding.fix in _OFFERED and id(finding.use.node) not in refused

    aside = replace(module.site, spelling=_spelling(source, taken))
    return Prepared(module, by_rules, refused, kept_with_members(found, by_rules.handled, aside, allowed), taken)


def outlook(prepared: Prepared, finding: Finding) -> Outlook:
    """Whether the use can be fixed, as the migration of the file would have it; ``NONE`` where nothing would change."""
    node = id(finding.use.node)
    if (key := prepared.refused.get(node)) is not None:
        notes = finding.notes if key == "structural" else (Note(key),)
        return Outlook(Applicability.DISPLAY_ONLY, replace(finding, notes=notes, compatibility=Compatibility.DIVERGENT))
    if (other := prepared.kept.get(node)) is not None:
        return Outlook(Applicability.DISPLAY_ONLY, other)
    match = prepared.by_rules.handled.get(node)
    if match is not None:
        asks = finding.fix is Applicability.UNSAFE
        far = Applicability.NONE if not match.edits else Applicability.UNSAFE if asks else Applicability.SAFE
        return Outlook(far, finding, True)
    if finding.fix in _OFFERED:
        edits = [*_loose(prepared, finding), *call.preview(finding, _site(prepared))]
        if not flatten(prepared.source.text, edits):
            return Outlook(Applicability.NONE, finding)
    return Outlook(finding.fix, finding)


def outlook_by_row(source: SourceFile, finding: Finding, context: Context) -> Outlook:
    """The same where it is not worked out what rules make of the file."""
    if finding.fix in _OFFERED and source.tree is not None:
        site = Site(source, Spelling(lambda name: False), context)  # no name is torch's and MindSpore's
        if not flatten(source.text, call.preview(finding, site)):
            return Outlook(Applicability.NONE, finding)
    return Outlook(finding.fix, finding)


def one(prepared: Prepared, finding: Finding, package: str = "") -> tuple[list[Edit], frozenset[str]] | None:
    """Edits of the use and of the imports, and the helpers they need; ``None`` where nothing would change."""
    source, node = prepared.source, id(finding.use.node)
    if node in prepared.refused or node in prepared.kept:
        return None
    match = prepared.by_rules.handled.get(node)
    if match is not None:
        spelling = _named_in(prepared, match.edits)
        edits = removals.tidy(source.text, removals.fill_blocks(source, list(match.edits)))
    else:
        loose, site = _loose(prepared, finding), _site(prepared)
        spelling = site.spelling
        edits = [*loose, *call.preview(finding, site)]
        spelling.add(_named_in(prepared, loose))
    if not flatten(source.text, edits):
        return None
    edits = [*edits, *imports.insertion(source, spelling, package)]
    edits = with_newline(edits, source.newline)
    edits = [*edits, *aligned(source, edits)]
    if SourceFile.parse(render(source.text, edits)).tree is None:
        return None
    return edits, frozenset(spelling.helpers)


def preview(prepared: Prepared, finding: Finding) -> str | None:
    """The rewritten expression, spelled as in a migrated file; where a rule rewrites it, the lines that the rule changes."""
    source, node = prepared.source, id(finding.use.node)
    if node in prepared.refused or node in prepared.kept:
        return None
    match = prepared.by_rules.handled.get(node)
    if match is not None:
        return _lines(prepared, finding, match)
    site = replace(prepared.module.site, spelling=Spelling(lambda name: True))
    return _expression(source, finding, site, _loose(prepared, finding))


def preview_by_row(source: SourceFile, finding: Finding, context: Context) -> str | None:
    """The same where it is not worked out what rules make of the file."""
    return _expression(source, finding, Site(source, Spelling(lambda name: True), context))


def _expression(source: SourceFile, finding: Finding, site: Site, others: Sequence[Edit] = ()) -> str | None:
    if source.tree is None:
        return None
    edits = [*others, *call.preview(finding, site)]
    node: ast.AST = finding.use.call or finding.use.node
    span = source.span(node)
    if any(edit.span.end > span.end for edit in others):
        span = source.span(source.parent(node) or node)
    inside = [e for e in edits if span.contains(e.span)]
    return render(source.text, inside, span) if inside else None


def _lines(prepared: Prepared, finding: Finding, match: Match) -> str | None:
    source = prepared.source
    statement = source.around(finding.use.node, ast.stmt)
    if statement is None or hasattr(statement, "body"):
        return None
    span = source.span(statement)
    if not match.edits or not all(span.contains(e.span) for e in match.edits):
        return None
    return render(source.text, match.edits, span)


def _site(prepared: Prepared) -> Site:
    return replace(prepared.module.site, spelling=_spelling(prepared.source, prepared.taken))


def _spelling(source: SourceFile, taken: frozenset[str]) -> Spelling:
    return Spelling(lambda name: name not in taken, imports.mindspore_names(source))


def _loose(prepared: Prepared, finding: Finding) -> list[Edit]:
    """What rules change in the arguments of the call, or around it, that is no other use's."""
    source, call_node = prepared.source, finding.use.call
    if call_node is None or not prepared.by_rules.loose:
        return []
    whole, around = source.span(call_node), source.parent(call_node)
    if isinstance(around, ast.Attribute):
        whole = source.span(around)  # ``.indices`` of what the call gives
    inside = [m for m in prepared.by_rules.loose if all(whole.contains(e.span) for e in m.edits)]
    if not inside:
        return []
    calls = (f.use.call for f in prepared.module.findings.values() if f.use.call is not None)
    own = (whole, source.span(call_node))
    nested = [span for span in map(source.span, calls) if span not in own and whole.contains(span)]
    return [e for m in inside if not any(span.contains(m.edits[0].span) for span in nested) for e in m.edits]


def _named_in(prepared: Prepared, edits: Iterable[Edit]) -> Spelling:
    """The imports that edits of rules ask for, of those that the rules have asked for together."""
    text = "\n".join(part for edit in edits for part in edit.parts if isinstance(part, str))
    return prepared.module.spelling.used_in(text)
