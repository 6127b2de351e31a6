"""What the rules make of a file, and which uses they leave to the rows."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from mindport.analysis.findings import Finding
from mindport.rewrite.call import rewrite as rewrite_use
from mindport.rewrite.rule import Match, Module, Rule
from mindport.rewrite.site import Site
from mindport.rewrite.spelling import Spelling
from mindport.text import Edit


@dataclass(frozen=True)
class Ruled:
    """``handled``: id of a use's node → the match that takes care of it; ``loose``: matches that take care of none, but change
    what stands around or in one; ``left``: what rules found and could not convert, with the key of the reason;
    ``applied``: slugs of the rules that found something."""

    edits: Sequence[Edit]
    handled: dict[int, Match]
    loose: Sequence[Match]
    left: Sequence[tuple[ast.AST, str]]
    applied: frozenset[str]


def ruled(module: Module, rules: Iterable[Rule]) -> Ruled:
    """Applies rules, in their order, to a file."""
    edits: list[Edit] = []
    handled: dict[int, Match] = {}
    loose: list[Match] = []
    left: list[tuple[ast.AST, str]] = []
    applied: set[str] = set()
    for rule in rules:
        for match in rule.apply(module):
            applied.add(rule.slug)
            if _collides(match, edits):
                continue
            edits += match.edits
            for node in match.handled:
                handled.setdefault(node, match)
            if match.edits and module.findings.keys().isdisjoint(match.handled):
                loose.append(match)
            left += match.left
    return Ruled(edits, handled, loose, left, frozenset(applied))


def _collides(match: Match, edits: list[Edit]) -> bool:
    """Whether an edit of the match partly overlaps one that another rule made, or is what another rule does there already."""
    for new in match.edits:
        for old in edits:
            if new == old and new.span.start < new.span.end:
                return True
            if new.span.overlaps(old.span) and not (new.span.contains(old.span) or old.span.contains(new.span)):
                return True
    return False


def kept_with_members(
    found: tuple[Finding, ...], handled: Collection[int], site: Site, allowed: Callable[[Finding], bool]
) -> dict[int, Finding]:
    """Classes that stay torch's because of the member behind them, as in ``nn.Linear.train(self, mode)``, and members that stay
    because of their class, each with the one that is the reason: half of the name converted would be nobody's."""
    aside = Site(site.source, Spelling(lambda name: True), site.context)
    members = {id(f.use.receiver): f for f in found if f.use.of_class and id(f.use.node) not in handled}
    kept: dict[int, Finding] = {}
    for cls in found if members else ():
        member = members.get(id(cls.use.node))
        if member is None or id(cls.use.node) in handled:
            continue
        done = rewrite_use(member, aside) if allowed(member) else None
        span = site.source.span(cls.use.node)
        if done is not None and any(edit.span.contains(span) for edit in done.edits):
            continue  # ``step(self)`` of a helper: the class is gone as well
        if done is None or not allowed(cls) or rewrite_use(cls, aside) is None or _is_made_by_function(cls):
            kept[id(cls.use.node)] = kept[id(member.use.node)] = member if done is None else cls
    return kept


def _is_made_by_function(finding: Finding) -> bool:
    """Whether a function stands for the class, which has no members."""
    equivalent = finding.equivalent
    name = (equivalent.helper or equivalent.reference or equivalent.mindspore) if equivalent is not None else None
    return name is not None and name.rpartition(".")[2][:1].islower()
