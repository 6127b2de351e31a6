"""What a node stands in, found by where it stands: the way down to it, rather than all that a long class holds."""

from __future__ import annotations

import ast
from typing import Final

from mindport.syntax.below import children_of

_DECORATED: Final = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def way_to(tree: ast.Module, node: ast.expr) -> list[ast.AST]:
    """The nodes that hold ``node``, the module first; none where positions do not lead there: those in f-strings, and of what an
    edit has moved, may be wrong."""
    way: list[ast.AST] = [tree]
    left = [iter(children_of(tree))]
    while left:
        for child in left[-1]:
            if child is node:
                return way
            # Most statements of a long class end before it, or follow it.
            last: int | None = getattr(child, "end_lineno", None)
            if (last is None or last >= node.lineno) and _contains(child, node):
                way.append(child)
                left.append(iter(children_of(child)))
                break
        else:
            way.pop()
            left.pop()
    return []


def _contains(one: ast.AST, node: ast.expr) -> bool:
    line: int | None = getattr(one, "lineno", None)
    if line is None:
        return True  # parameters, parts of comprehensions, cases: they are not told where they stand
    if isinstance(one, _DECORATED) and one.decorator_list:
        line = min(line, one.decorator_list[0].lineno)
    if line > node.lineno:
        return False
    if line == (getattr(one, "end_lineno", None) or line):
        start, end = getattr(one, "col_offset", 0), getattr(one, "end_col_offset", None) or 0
        return bool(start <= node.col_offset < end)
    return True
