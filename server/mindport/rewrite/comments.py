"""Comments of a migrated file: those that say what is left, and the file's own, none of which is lost."""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter

from mindport.analysis.findings import Finding
from mindport.analysis.uses import Certainty
from mindport.rewrite import imports, statements
from mindport.syntax.source import LEFT_MARK, SourceFile
from mindport.text import Edit, Span, render


def reasons(source: SourceFile, left: list[Finding], said: list[str]) -> list[Edit]:
    """A ``# mindport:`` line above each statement that keeps a torch use, unless one is there."""
    lines: dict[int, list[str]] = {}
    first: dict[int, ast.stmt] = {}
    before = imports.migrated_before(source)
    for finding, item in zip(left, said):
        statement = statements.statement_of(source, finding.use.node)
        start = statements.line_span(source, statement).start
        text = f"{LEFT_MARK} {item}"
        if finding.use.certainty is Certainty.GUESSED and _commented(source.text, start):
            continue  # what an earlier pass has left is no longer known for sure, and says so already
        if finding.use.certainty is not Certainty.IMPORTED and before:
            continue  # an earlier pass knew more of the receiver
        first[start] = statement
        if text not in lines.setdefault(start, []):
            lines[start].append(text)
    edits = []
    for start, texts in lines.items():
        indent = statements.indentation(source, first[start])
        above = source.text[:start].splitlines()[-len(texts) - 3 :]
        new = [t for t in texts if t not in (line.strip() for line in above)]
        if new:
            at = start + len(indent)  # part of the statement: the comments go where it goes
            edits.append(Edit(Span(at, at), ("".join(f"{t}{source.newline}{indent}" for t in new),), 0))
    return edits


def _commented(text: str, at: int) -> bool:
    """Whether the line above ``at`` is a comment of MindPort's."""
    return text[:at].rstrip().rpartition("\n")[2].lstrip().startswith(LEFT_MARK)


def keep(source: SourceFile, text: str, edits: list[Edit]) -> tuple[str, list[Edit]]:
    """Puts a comment that a replaced expression swallowed above its statement."""
    if not any("#" in source.text[edit.span.start : edit.span.end] for edit in edits):
        return text, edits
    before = _tokens(source.text)
    after = Counter(t for t, _ in _tokens(text))
    lost: list[tuple[str, int]] = []
    for comment, line in before:
        if after[comment] > 0:
            after[comment] -= 1
        else:
            lost.append((comment, line))
    if not lost or source.tree is None:
        return text, edits
    extra: list[Edit] = []
    for comment, line in lost:
        statement = _statement_at(source.tree, line)
        if statement is None:
            continue
        start = statements.line_span(source, statement).start
        indent = statements.indentation(source, statement)
        extra.append(Edit(Span(start, start), (f"{indent}{comment}{source.newline}",), 0))
    edits = [*edits, *extra]
    return render(source.text, edits), edits


def _tokens(text: str) -> list[tuple[str, int]]:
    try:
        return [
            (t.string, t.start[0])
            for t in tokenize.generate_tokens(io.StringIO(text).readline)
            if t.type == tokenize.COMMENT
        ]
    except (tokenize.TokenError, SyntaxError, IndentationError):
        return []


def _statement_at(tree: ast.Module, line: int) -> ast.stmt | None:
    """The innermost statement whose lines hold ``line``."""
    best: ast.stmt | None = None
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno):
            if best is None or node.lineno >= best.lineno:
                best = node
    return best
