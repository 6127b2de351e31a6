"""The rewriting of a whole file: rules first, then rows, then imports; what is left keeps its torch name and says why."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from mindport.analysis.analyze import Analysis
from mindport.analysis.findings import Applicability, Compatibility, Finding, Note
from mindport.analysis.judge import Context, judge
from mindport.analysis.uses import ApiUse, Certainty, Role
from mindport.rewrite import comments, companions, deletions, imports, removals
from mindport.rewrite.alignment import aligned
from mindport.rewrite.bound import bound_names
from mindport.rewrite.call import preview
from mindport.rewrite.call import rewrite as rewrite_use
from mindport.rewrite.remaining import brought, keep_torch_names, without_brought
from mindport.rewrite.rule import Module, rules
from mindport.rewrite.ruled import kept_with_members, ruled
from mindport.rewrite.site import Site
from mindport.rewrite.spelling import Spelling
from mindport.rewrite.unneeded import unneeded, without
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Span, render, surviving, with_newline

Reason = Callable[[Finding], str]
_TOLD = frozenset(["in-place"])  # what rules say in words of their own


@dataclass(frozen=True)
class Left:
    """A use that stays torch's."""

    line: int
    column: int
    api: str
    reason: str


@dataclass(frozen=True)
class Plan:
    """Edits that migrate one file; ``text`` is the result."""

    text: str
    edits: tuple[Edit, ...]
    uses: int
    converted: int
    left: tuple[Left, ...]
    helpers: frozenset[str]
    imported: frozenset[str] = frozenset()  # names that its own imports bind
    applied: frozenset[str] = frozenset()  # slugs of the rules that did something


@dataclass(frozen=True)
class Options:
    """``package``: dots before the helpers module; ``reason``: words for why a use is left; ``comments``: write them."""

    safe_only: bool = False
    package: str = ""
    comments: bool = True
    rules: bool = True
    formatted: bool = True  # rewrite inside f-strings, where Python before 3.12 does not know positions well
    without: frozenset[str] = frozenset()  # slugs of rules that are left out
    differentiated_twice: bool = False  # another file asks for gradients of gradients of what this one computes
    unneeded: frozenset[str] = frozenset()  # names that no import binds, for nothing reads them in the result


def plan(
    source: SourceFile,
    analysis: Analysis,
    found: tuple[Finding, ...],
    context: Context,
    reason: Reason,
    options: Options | None = None,
    class_named: Callable[[str], ast.ClassDef | None] | None = None,
) -> Plan:
    """How ``source`` becomes MindSpore; a file that does not parse, or uses no torch, stays as it is.

    A result that does not parse is never given out: with less and less rewritten, the first that parses is.
    """
    wanted = options or Options()
    first = _plan(source, analysis, found, context, reason, wanted, class_named)
    for attempt in chain((wanted,), _less(wanted, first.applied)):
        made = first if attempt is wanted else _plan(source, analysis, found, context, reason, attempt, class_named)
        result = SourceFile.parse(made.text, source.path)
        if source.tree is not None and result.tree is not None and made.edits:
            vain = unneeded(source, result, made.imported)
            if vain:
                leaner = _plan(source, analysis, found, context, reason, replace(attempt, unneeded=vain), class_named)
                return leaner if parses(leaner.text) else made
        if source.tree is None or result.tree is not None:
            return made
    left = _left(source, [f for f in found if f.use.role is not Role.IMPORT], reason)
    return Plan(source.text, (), len(left), 0, tuple(left), frozenset())


def _less(wanted: Options, applied: frozenset[str]) -> Iterator[Options]:
    """Less and less of what is asked for; of the rules, those are left out that did something."""
    yield replace(wanted, formatted=False)
    for rule in rules():
        if rule.slug in applied:
            yield replace(wanted, without=frozenset([rule.slug]))
    yield replace(wanted, formatted=False, rules=False)


def parses(text: str) -> bool:
    """Whether Python takes ``text``."""
    return SourceFile.parse(text).tree is not None


def _plan(
    source: SourceFile,
    analysis: Analysis,
    found: tuple[Finding, ...],
    context: Context,
    reason: Reason,
    options: Options,
    class_named: Callable[[str], ast.ClassDef | None] | None,
) -> Plan:
    untouched = Plan(source.text, (), len(found), 0, (), frozenset())
    torch = [
        replace(t, others=tuple(o for o in t.others if o.split()[-1] not in options.unneeded))
        for t in imports.torch_imports(source)
    ]
    certain = (
        torch
        or analysis.modules
        or brought(analysis)
        or any(f.use.certainty is not Certainty.GUESSED for f in found)
        or companions.concern(source, analysis)
        or any(rule.concerns(source) for rule in rules())
    )
    if source.tree is None or not certain:
        return untouched  # guesses alone do not make a file torch's
    taken = bound_names(source, {id(item.node) for item in torch}) - set(brought(analysis))
    spelling = Spelling(lambda name: name not in taken, imports.mindspore_names(source))
    by_node = {id(f.use.node): f for f in found}
    module = Module(source, analysis, context, spelling, by_node, class_named, options.differentiated_twice)
    chosen = [rule for rule in rules() if rule.slug not in options.without] if options.rules else []
    by_rules = ruled(module, chosen)
    edits, handled, refused = list(by_rules.edits), by_rules.handled.keys(), by_rules.left
    site = module.site
    refused_ids = {id(node) for node, _ in refused}

    def allowed(finding: Finding) -> bool:
        if id(finding.use.node) in refused_ids:
            return False
        fits = finding.fix is Applicability.SAFE or (finding.fix is Applicability.UNSAFE and not options.safe_only)
        return fits and (options.formatted or not _formatted(source, finding.use.node))

    kept_classes = kept_with_members(found, handled, site, allowed)
    refused_ids |= kept_classes.keys()
    left: list[Finding] = []
    for finding in found:
        use = finding.use
        if id(use.node) in handled or use.role is Role.IMPORT:
            continue
        rewritten = rewrite_use(finding, site) if allowed(finding) else None
        if rewritten is None:
            if not _same_either_way(finding, site):
                left.append(_not_in_place(finding))
        else:
            edits += rewritten.edits
    survives = surviving(edits)
    told = {id(node): key for node, key in refused if key in _TOLD}
    left = [_told(f, told.get(id(f.use.node))) for f in left if survives(source.span(f.use.node))]
    open_nodes = {id(f.use.node) for f in left}
    settled = [source.span(f.use.node) for f in found if f.use.receiver is None and id(f.use.node) not in open_nodes]
    apis = {id(f.use.node): f.use.api for f in found}
    kept, unknown, local = keep_torch_names(source, analysis, torch, settled, edits, survives, apis)
    left += _not_uses(source, left, unknown, context)
    said = {id(node): Note(key) for node, key in refused if key != "structural"}

    def why(finding: Finding) -> str:
        note = said.get(id(finding.use.node))
        return reason(replace(finding, notes=(note,)) if note else kept_classes.get(id(finding.use.node), finding))

    reasons = _left(source, left, why)
    if options.comments:
        edits += comments.reasons(source, left, [item.reason for item in reasons])
    shortened, whole = without_brought(source, analysis)
    edits += shortened
    edits += without(source, options.unneeded, edits)
    spelling.forget(options.unneeded)
    gone = [*(t for t in torch if t.node not in local), *whole]
    edits += deletions.edits(source, gone, spelling.bound | ({"torch"} if kept else set()))
    edits += imports.edits(source, gone, spelling, kept, options.package)
    edits = with_newline(removals.tidy(source.text, removals.fill_blocks(source, edits)), source.newline)
    edits += aligned(source, edits)
    text = render(source.text, edits)
    text, edits = comments.keep(source, text, edits)
    total = sum(f.use.role is not Role.IMPORT for f in found) + sum(f not in found for f in left)
    helpers, bound = frozenset(spelling.helpers), spelling.bound
    return Plan(text, tuple(edits), total, total - len(left), tuple(reasons), helpers, bound, by_rules.applied)


def _told(finding: Finding, key: str | None) -> Finding:
    """The finding with what a rule says against its conversion."""
    if key is None:
        return finding
    return replace(finding, compatibility=Compatibility.DIVERGENT, notes=(*finding.notes, Note(key)))


def _formatted(source: SourceFile, node: ast.AST) -> bool:
    """Whether the node stands inside an f-string."""
    return any(isinstance(above, ast.JoinedStr) for above in source.above(node, ast.stmt))


def _not_in_place(finding: Finding) -> Finding:
    """A call that stays because others would not see the change: no result is assigned, as the row's own words say."""
    notes = tuple(
        replace(n, text=(), handled=False) if n.kind == "in-place" and n.handled else n for n in finding.notes
    )
    return replace(finding, notes=notes) if notes != finding.notes else finding


def _same_either_way(finding: Finding, site: Site) -> bool:
    """A guess that needs no change is no work left, whatever it is."""
    if finding.use.certainty is not Certainty.GUESSED or finding.equivalent is None:
        return False
    if finding.use.role is Role.REFERENCE and finding.use.api == "torch.nn.Module.parameters":
        return True  # optimizer.parameters of an earlier pass: a Module's is a method, and called
    aside = Site(site.source, Spelling(lambda name: True), site.context)  # must leave no trace in the imports
    return preview(finding, aside) == [] and not any(n.kind == "parameter-missing" for n in finding.notes)


def _not_uses(
    source: SourceFile, left: list[Finding], nodes: list[tuple[ast.expr, str]], context: Context
) -> list[Finding]:
    """Findings of names that stay torch's without being a public API: they are work left as well."""
    known = [source.span(f.use.node) for f in left]
    out = []
    for node, name in nodes:
        span = source.span(node)
        if any(k.contains(span) or span.contains(k) for k in known):
            continue
        out.append(_not_public(node, name, span, context))
    return out


def _not_public(node: ast.expr, name: str, span: Span, context: Context) -> Finding:
    """What is known of a name that has no row: that of a module or value above it, which is what is found once the name is
    spelled in full."""
    parts = name.split(".")
    for above in (".".join(parts[:count]) for count in range(2, len(parts))):
        row = context.rows.get(above)
        if row is not None and row.kind != "class":
            found = judge(ApiUse(above, span, Role.REFERENCE, Certainty.IMPORTED, node), row, context)
            if found.equivalent is None:
                return found
            break
    return judge(ApiUse(name, span, Role.REFERENCE, Certainty.IMPORTED, node), None, context)


def _left(source: SourceFile, left: list[Finding], reason: Reason) -> list[Left]:
    out = []
    for finding in left:
        position = source.lines.position(finding.use.span.start)
        out.append(Left(position.line, position.column, finding.use.api, reason(finding)))
    return out


__all__ = ["Left", "Options", "Plan", "Reason", "plan"]
