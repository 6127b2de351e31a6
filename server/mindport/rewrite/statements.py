"""Statements in the text: their lines, their indentation, taking one out without losing a comment."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.syntax.source import SourceFile
from mindport.text import Edit, Span


def indentation(source: SourceFile, statement: ast.stmt) -> str:
    """White space before the statement's line."""
    line = source.lines.line_text(_first_line(statement))
    return line[: len(line) - len(line.lstrip())]


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(d.lineno for d in decorators)])


def line_span(source: SourceFile, statement: ast.stmt) -> Span:
    """From the start of the statement's first line to the start of the line after its last."""
    starts = source.lines.starts
    end_line = statement.end_lineno or statement.lineno
    end = starts[end_line] if end_line < len(starts) else len(source.text)
    return Span(starts[_first_line(statement) - 1], end)


def alone_on_lines(source: SourceFile, statement: ast.stmt) -> bool:
    """Whether no other code shares the statement's lines (a trailing comment may)."""
    span, lines = source.span(statement), line_span(source, statement)
    before = source.text[lines.start : span.start]
    after = source.text[span.end : lines.end].strip()
    return not before.strip() and (not after or after.startswith("#"))


def removal(source: SourceFile, statement: ast.stmt, layer: int = 1) -> Edit:
    """Takes the statement out; a trailing comment keeps a line of its own, an emptied block gets ``pass``."""
    span, lines = source.span(statement), line_span(source, statement)
    if not alone_on_lines(source, statement) or is_only_statement(source, statement):
        return Edit(span, ("pass",), layer)
    comment = source.text[span.end : lines.end].strip()
    if comment:
        return Edit(Span(span.start, lines.end), (comment + "\n",), layer)
    return Edit(lines, ("",), layer)


def removals(source: SourceFile, gone: Sequence[ast.stmt], layer: int = 1) -> dict[int, Edit]:
    """Removal of each statement by its id; a block that loses all of them keeps ``pass`` for the last."""
    ids = {id(statement) for statement in gone}
    out: dict[int, Edit] = {}
    for statement in gone:
        block = siblings(source, statement) or [statement]
        emptied = statement is block[-1] and all(id(other) in ids for other in block)
        out[id(statement)] = (
            Edit(source.span(statement), ("pass",), layer) if emptied else removal(source, statement, layer)
        )
    return out


def else_removal(source: SourceFile, node: ast.If, layer: int = 1) -> Edit | None:
    """Takes the ``else`` of an ``if`` out; ``None`` where it has none of its own (``elif``), or a comment stands there."""
    if not node.orelse:
        return None
    start, last = line_span(source, node.body[-1]).end, line_span(source, node.orelse[-1])
    head = source.text[start : source.span(node.orelse[0]).start]
    if head.strip() != "else:" or "#" in source.text[start : last.end]:
        return None
    if source.text[source.span(node.orelse[-1]).end : last.end].strip():
        return None
    return Edit(Span(start, last.end), ("",), layer)


def is_only_statement(source: SourceFile, statement: ast.stmt) -> bool:
    body = siblings(source, statement)
    return body is not None and len(body) == 1


def siblings(source: SourceFile, statement: ast.stmt) -> list[ast.stmt] | None:
    """The block that holds the statement."""
    parent = source.parent(statement)
    for block in blocks(parent) if parent is not None else ():
        if any(s is statement for s in block):
            return block
    return None


def blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Statement lists of a compound statement or module."""
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
            yield block
    for handler in getattr(node, "handlers", []) or []:
        yield handler.body


def statement_of(source: SourceFile, node: ast.AST) -> ast.stmt:
    """The statement that a node belongs to."""
    found = node if isinstance(node, ast.stmt) else source.around(node, ast.stmt)
    assert found is not None
    return found


def loaded(node: ast.AST) -> set[str]:
    """Plain names that the node reads."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)} | {
        n.target.id for n in ast.walk(node) if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)
    }


def stored(node: ast.AST) -> set[str]:
    """Plain names that the node binds."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, (ast.Store, ast.Del))}
