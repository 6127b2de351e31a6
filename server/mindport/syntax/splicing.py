"""An edit inside one item of a long display or call has only the item parsed again: a table of a thousand lines takes longer to
parse than most files.

What stands between commas, colons and brackets may be replaced by any other whole expression: nothing around it is read
differently then.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from mindport.syntax import quiet
from mindport.syntax.below import INNER
from mindport.text import LineIndex, Span

_STATEMENTS = (ast.Assign, ast.AnnAssign, ast.Expr)
_NOT_EVERYWHERE = (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Starred)
_NOT_ALONE = (ast.Starred, ast.GeneratorExp)  # a call's brackets may be a generator's
_FORMATTED = re.compile(r"[fF][rR]?['\"]")
_LONGEST = 60  # lines of an item
_TRIED = 3


@dataclass(frozen=True)
class _Item:
    """``holder.field`` is ``node``, or holds it at its ``place``."""

    node: ast.expr
    holder: ast.AST
    field: str
    place: int | None


def splice(statement: ast.stmt, by: int, lines: LineIndex, edit: Span, new: LineIndex) -> ast.expr | None:
    """Has another item stand where the edit lies in ``statement``, and gives the one that has gone; None, with nothing changed,
    where the statement must be parsed. ``by``: how many lines further down it stands than its nodes say."""
    moved = len(new.text) - len(lines.text)
    if not isinstance(statement, _STATEMENTS) or statement.value is None:
        return None
    if _ends_line(lines.text[edit.start : edit.end]) or _ends_line(new.text[edit.start : edit.end + moved]):
        return None
    place = lines.position(edit.start)
    at = (place.line - by, place.column - 1)
    way = list(_way(statement, at, (at[0], at[1] + edit.end - edit.start)))
    for item in way[:0:-1][:_TRIED]:  # from within; the first is what the statement is all about
        fresh = _parsed(item.node, by, lines, moved, new)
        grown = moved if item.node.end_lineno == at[0] else 0  # what stands behind it in its last line
        if fresh is not None and _is_at(fresh, item.node, grown):
            _put(item, fresh)
            if grown:
                _shift(statement, item.node, fresh, grown)
            return item.node
    return None


def _ends_line(text: str) -> bool:
    return "\n" in text or "\r" in text


def _way(statement: ast.stmt, start: tuple[int, int], end: tuple[int, int]) -> Iterator[_Item]:
    """The expressions between commas, colons and brackets that hold a range of the text, from the outermost on."""
    candidates = [_Item(statement.value, statement, "value", None)]  # type: ignore[attr-defined]
    while candidates:
        found = next((one for one in candidates if _holds(one.node, start, end)), None)
        if found is None:
            return
        yield found
        candidates = list(_items(found.node))


def _holds(node: ast.expr, start: tuple[int, int], end: tuple[int, int]) -> bool:
    first, last = (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)
    return first <= start and end <= last


def _items(node: ast.expr) -> Iterator[_Item]:
    if isinstance(node, ast.Dict):
        for field, nodes in (("keys", node.keys), ("values", node.values)):
            for place, one in enumerate(nodes):
                if one is not None and node.keys[place] is not None:
                    yield _Item(one, node, field, place)
    elif isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        yield from (_Item(one, node, "elts", place) for place, one in enumerate(node.elts))
    elif isinstance(node, ast.Call):
        yield from (_Item(one, node, "args", place) for place, one in enumerate(node.args))
        yield from (_Item(one.value, one, "value", None) for one in node.keywords if one.arg is not None)


def _parsed(old: ast.expr, by: int, lines: LineIndex, moved: int, new: LineIndex) -> ast.expr | None:
    """The expression that now stands in the place of ``old``."""
    line, last = old.lineno, old.end_lineno or old.lineno
    column, end_column = old.col_offset, old.end_col_offset or 0
    if line == 1 or last - line > _LONGEST or isinstance(old, _NOT_ALONE):
        return None
    starts, number = lines.starts, last + by
    begin, stop = starts[line + by - 1], starts[number] if number < len(starts) else len(lines.text)
    whole = new.text[begin : stop + moved]
    if not whole.isascii() or not lines.text[begin:stop].isascii() or "\r" in whole or "\f" in whole:
        return None
    end = starts[last + by - 1] + end_column
    if _FORMATTED.search(lines.text, end, stop) is not None:
        return None  # Python has no exact places for what stands in these
    code = new.text[begin + column : end + moved]
    try:
        body = quiet.parse("\n" * (line - 2) + "(\n" + " " * column + code + "\n)").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    only = body[0] if len(body) == 1 else None
    found = only.value if isinstance(only, ast.Expr) else None
    return None if isinstance(found, _NOT_EVERYWHERE) else found


def _is_at(fresh: ast.expr, old: ast.expr, grown: int) -> bool:
    """Whether an expression is all that stands there: no comma, no comment, no brackets beside it."""
    place = (old.lineno, old.col_offset, old.end_lineno, (old.end_col_offset or 0) + grown)
    return (fresh.lineno, fresh.col_offset, fresh.end_lineno, fresh.end_col_offset) == place


def _put(item: _Item, fresh: ast.expr) -> None:
    if item.place is None:
        setattr(item.holder, item.field, fresh)
    else:
        getattr(item.holder, item.field)[item.place] = fresh


def _shift(statement: ast.stmt, old: ast.expr, fresh: ast.expr, by: int) -> None:
    """Moves what stands or ends behind ``old`` in its last line."""
    line, column = old.end_lineno or 0, old.end_col_offset or 0
    stack: list[ast.AST] = [statement]
    while stack:
        node = stack.pop()
        if node is fresh:
            continue
        if isinstance(node, (ast.stmt, ast.expr, ast.keyword, ast.arg)):
            end = (node.end_lineno or 0, node.end_col_offset or 0)
            if node.lineno > line or end < (line, column):
                continue
            if node.lineno == line and node.col_offset >= column:
                node.col_offset += by
                known = getattr(node, "_quoted", None)
                if known is not None:
                    node._quoted = ((line, node.col_offset), known[1])  # type: ignore[union-attr]
                    stack.append(known[1])
            if end[0] == line:
                node.end_col_offset = end[1] + by
        for name in INNER[type(node)]:
            value = getattr(node, name, None)
            if type(value) is list:
                stack += [one for one in value if one is not None]
            elif isinstance(value, ast.AST):
                stack.append(value)
