"""The fix of one use in a file that otherwise stays torch's."""

from __future__ import annotations

import ast

from mindport.analysis.findings import Finding
from mindport.analysis.judge import Context
from mindport.rewrite import call, imports
from mindport.rewrite.alignment import aligned
from mindport.rewrite.bound import bound_names
from mindport.rewrite.site import Site
from mindport.rewrite.spelling import Spelling
from mindport.syntax.source import SourceFile
from mindport.text import Edit, render, with_newline


def one(source: SourceFile, finding: Finding, context: Context) -> tuple[list[Edit], frozenset[str]] | None:
    """Edits of the use and of the imports, and the helpers they need; ``None`` where nothing would change."""
    site = _site(source, context)
    edits = call.preview(finding, site)
    if not edits:
        return None
    edits = [*edits, *imports.insertion(source, site.spelling)]
    edits = with_newline(edits, source.newline)
    return [*edits, *aligned(source, edits)], frozenset(site.spelling.helpers)


def preview(source: SourceFile, finding: Finding, context: Context) -> str | None:
    """The rewritten expression, spelled as in a migrated file."""
    if source.tree is None:
        return None
    site = Site(source, Spelling(lambda name: True), context)
    edits = call.preview(finding, site)
    node: ast.AST = finding.use.call or finding.use.node
    span = source.span(node)
    inside = [e for e in edits if span.contains(e.span)]
    return render(source.text, inside, span) if inside else None


def _site(source: SourceFile, context: Context) -> Site:
    assert source.tree is not None
    taken = bound_names(source, set())
    return Site(source, Spelling(lambda name: name not in taken, imports.mindspore_names(source)), context)
