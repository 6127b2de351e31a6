"""What the rules make of a file whose uses are fixed one by one, kept with its analysis."""

from __future__ import annotations

import ast
from collections.abc import Callable

from mindport.analysis.findings import Finding
from mindport.analysis.judge import Context
from mindport.answers import FileAnalysis
from mindport.project import imports
from mindport.rewrite import fixes


def here(analysis: FileAnalysis, finding: Finding) -> Finding:
    """The finding of the same use in this analysis."""
    span = finding.use.span
    return next((one for one in analysis.findings if one is finding or one.use.span == span), finding)


def prepared(analysis: FileAnalysis, context: Context, differentiated_twice: bool) -> fixes.Prepared:
    """What the rules make of a settled analysis, worked out when it is first asked for."""
    if not isinstance(analysis.prepared, fixes.Prepared):
        found = (analysis.source, analysis.analysis, analysis.findings)
        analysis.prepared = fixes.prepare(*found, context, class_named(analysis), differentiated_twice)
    assert isinstance(analysis.prepared, fixes.Prepared)
    return analysis.prepared


def class_named(analysis: FileAnalysis) -> Callable[[str], ast.ClassDef | None]:
    """Finds a class that the file imports from its project."""

    def found(name: str) -> ast.ClassDef | None:
        if analysis.path is None or analysis.source.tree is None:
            return None
        return imports.class_definition(analysis.path, analysis.source.tree, name)

    return found
