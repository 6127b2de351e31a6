"""Whether a tensor that is about to change is read again, by its name or what it is a part or a view of."""

from __future__ import annotations

import ast

from mindport.rewrite import held_names as names
from mindport.syntax.source import SourceFile


def is_seen(source: SourceFile, given: ast.expr, call: ast.expr) -> bool:
    """Whether anything may read again what a layer that works in place was given."""
    while isinstance(given, ast.Call) and isinstance(given.func, ast.Attribute) and given.func.attr in ("view", "t"):
        given = given.func.value
    if isinstance(given, (ast.Attribute, ast.Subscript)):
        return True
    return isinstance(given, ast.Name) and _is_seen(source, given, call, 3)


def _is_seen(source: SourceFile, given: ast.Name, call: ast.expr, depth: int) -> bool:
    scope = names.scope_of(source, given)
    if scope is None or names.is_read_again(source, scope, given.id, call):
        return True
    reaching, start = names.values_at(source, scope, given.id, call)
    for value in reaching:
        if value is None or isinstance(value, (ast.Attribute, ast.Subscript)):
            return True  # an argument, or part of something
        if isinstance(value, ast.Name) and (depth == 0 or _is_seen(source, value, call, depth - 1)):
            return True
    for read in names.reads_of(source, scope, given.id):
        if start <= names.place_of(read) < names.place_of(call) and names.keeps(source, read):
            other = source.parent(read)
            if (
                not isinstance(other, ast.Assign)
                or len(other.targets) > 1
                or not isinstance(other.targets[0], ast.Name)
            ):
                return True
            if names.is_read_again(source, scope, other.targets[0].id, call):
                return True
    return False


def is_read_later(source: SourceFile, base: names.Value, name: str, node: ast.AST) -> bool:
    """Whether what a view was made of is read again; anything but a name is held elsewhere."""
    while isinstance(base, (ast.Attribute, ast.Subscript)) and not _of_self(base):
        base = base.value
    if not isinstance(base, ast.Name):
        return isinstance(base, ast.Attribute)
    scope = names.scope_of(source, base)
    if base.id == name or scope is None:
        return False
    loops = [one for one in names.nodes_around(source, node, scope) if isinstance(one, names.LOOPS)]
    end, rebound = names.end_of(node), names.place_of(base)
    after = [n for n in ast.walk(scope) if isinstance(n, ast.Name) and n.id == base.id and names.place_of(n) >= end]
    after.sort(key=names.place_of)
    for read in after:
        if isinstance(read.ctx, ast.Store):
            statement = source.parent(read)
            if isinstance(statement, ast.Assign) and source.parent(statement) is scope:
                if not any(n.id == base.id for n in ast.walk(statement.value) if isinstance(n, ast.Name)):
                    return False
            continue
        if not names.asks_about(source, read):
            return True
    return any(
        isinstance(n, ast.Name) and n.id == base.id and isinstance(n.ctx, ast.Load) and names.place_of(n) < rebound
        for loop in loops
        for n in ast.walk(loop)
        if not any(names.binds_in(one, base.id) for one in loops)
    )


def is_kept_for_later(source: SourceFile, name: ast.Name, call: ast.expr) -> bool:
    """Whether the function that made the tensor called ``name`` reads the name again after the in-place call."""
    for above in source.above(call, ast.FunctionDef, ast.AsyncFunctionDef):
        if isinstance(above, (ast.Lambda, ast.ClassDef, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)):
            return False
        if isinstance(above, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name.id for t in above.targets):
            return False
    scope = source.around(call, ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)
    if scope is None or not names.made_here(source, name):
        return False
    end = names.end_of(call)
    return any(
        isinstance(n, ast.Name) and n.id == name.id and isinstance(n.ctx, ast.Load) and names.place_of(n) >= end
        for n in ast.walk(scope)
    )


def _of_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
