"""Where a use stands, for what a row says of few of its places only: what becomes of a value in the statements after it.

Each word of ``PLACES`` may stand as ``where`` of a row's difference. Only the function (or the file outside its functions) that a
use stands in is looked at, so that no edit elsewhere makes a difference.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Final

Place = Callable[[ast.expr, Sequence[ast.AST]], bool]
"""Whether a use stands in such a place: the name as written, and the nodes that hold it, from the inside out."""

_SCOPES: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.Module)
_OF_ARRAYS: Final = frozenset(["fill", "sort", "partition", "put", "itemset"])


def _is_given_late(node: ast.expr, around: Sequence[ast.AST]) -> bool:
    """``p.data = q.data`` in a loop, or behind ``backward``: two tensors of torch's have the same elements from then on, but an
    optimizer may have run by then."""
    holder = around[0] if around else None
    if not isinstance(holder, ast.Assign) or holder.value is not node or len(holder.targets) != 1:
        return False
    target = holder.targets[0]
    if not isinstance(target, ast.Attribute) or target.attr != "data":
        return False
    in_loop = False
    for one in around:
        in_loop = in_loop or isinstance(one, (ast.For, ast.While))
        if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)):
            if isinstance(one, ast.FunctionDef) and one.name == "__init__":
                return False
            if in_loop:
                return True
            earlier = (later for later in one.body if getattr(later, "lineno", 0) < holder.lineno)
            return any(_goes_back(inner) for statement in earlier for inner in _in_order(statement))
    return False


def _goes_back(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "backward"


def _is_kept_over_backward(node: ast.expr, around: Sequence[ast.AST]) -> bool:
    """``g = w.grad``, of which ``g`` is read after another ``backward`` that adds to it."""
    holder = around[0] if around else None
    if isinstance(holder, ast.ListComp) and holder.elt is node:
        holder = around[1] if len(around) > 1 else None
    if not isinstance(holder, ast.Assign) or len(holder.targets) != 1 or not isinstance(holder.targets[0], ast.Name):
        return False
    name = holder.targets[0].id
    adds = False
    for later in _after(holder, around):
        if isinstance(later, ast.Attribute):
            if later.attr == "backward":
                adds = True
            elif later.attr == "zero_grad" or later.attr == "grad" and isinstance(later.ctx, ast.Store):
                return False
        elif isinstance(later, ast.Name) and later.id == name:
            if isinstance(later.ctx, ast.Store):
                return False
            if adds:
                return True
    return False


def _is_array_changed(node: ast.expr, around: Sequence[ast.AST]) -> bool:
    """``torch.as_tensor(a)`` of an array that is changed after it."""
    call = around[0] if around else None
    if not isinstance(call, ast.Call) or call.func is not node:
        return False
    given = [*call.args[:1], *(k.value for k in call.keywords if k.arg == "data")]
    statement = next((one for one in around if isinstance(one, ast.stmt)), None)
    if not given or not isinstance(given[0], ast.Name) or statement is None:
        return False
    name = given[0].id
    if isinstance(statement, ast.Assign) and any(_is_named(target, name) for target in statement.targets):
        return False
    for later in _after(statement, around):
        if isinstance(later, ast.Assign):
            if any(isinstance(t, ast.Subscript) and _is_named(t.value, name) for t in later.targets):
                return True
        elif isinstance(later, ast.AugAssign):
            target = later.target.value if isinstance(later.target, ast.Subscript) else later.target
            if _is_named(target, name):
                return True
        elif isinstance(later, ast.Call) and isinstance(later.func, ast.Attribute):
            if later.func.attr in _OF_ARRAYS and _is_named(later.func.value, name):
                return True
        elif _is_named(later, name) and isinstance(later, ast.Name) and isinstance(later.ctx, ast.Store):
            return False
    return False


def _is_named(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _after(statement: ast.stmt, around: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """What stands after a statement in its function, an assignment after its value, but for other functions."""
    scope = next((one for one in around if isinstance(one, _SCOPES)), None)
    end = (statement.end_lineno or statement.lineno, statement.end_col_offset or 0)
    for one in scope.body if isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)) else ():
        if (one.end_lineno or one.lineno, one.end_col_offset or 0) > end:
            for node in _in_order(one):
                if (getattr(node, "lineno", 0), getattr(node, "col_offset", 0)) >= end:
                    yield node


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, _SCOPES):
        return
    yield node
    if isinstance(node, ast.Assign):
        yield from _in_order(node.value)
        for target in node.targets:
            yield from _in_order(target)
        return
    for child in ast.iter_child_nodes(node):
        yield from _in_order(child)


PLACES: Final[dict[str, Place]] = {
    "array-changed-later": _is_array_changed,
    "data-given-late": _is_given_late,
    "kept-over-backward": _is_kept_over_backward,
}


def stands(where: str, node: ast.expr, around: Sequence[ast.AST]) -> bool:
    """Whether a use stands in such a place; in none of a name that is not known, as a row of a project's own may have."""
    place = PLACES.get(where)
    return place is not None and place(node, around)
