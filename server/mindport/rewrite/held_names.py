"""What a name may stand for at a place of its function, what is read of it before and after, and who else is given it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.rewrite.statements import siblings
from mindport.syntax.source import SourceFile

_ABOUT = frozenset(["shape", "size", "dim", "ndim", "numel", "dtype", "device", "data_ptr", "requires_grad"])
KEEPING = frozenset(["append", "insert", "extend", "add", "setdefault", "update", "appendleft", "put"])
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module)
LOOPS = (ast.For, ast.AsyncFor, ast.While)
_HEADS = (ast.For, ast.AsyncFor, ast.With, ast.AsyncWith)
Value = ast.expr | None
"""What a name is bound to; ``None`` where that is not told."""


def names_in(source: SourceFile, scope: ast.AST, name: str) -> Sequence[ast.Name]:
    """The nodes in ``scope`` that are of that name: all names are looked up at once, and kept."""
    return source.kept(("names", scope), lambda: _names(source, scope)).get(name, ())


def _names(source: SourceFile, scope: ast.AST) -> dict[str, list[ast.Name]]:
    found: dict[str, list[ast.Name]] = {}
    for node in source.within(scope):
        if isinstance(node, ast.Name):
            found.setdefault(node.id, []).append(node)
    return found


def reads_of(source: SourceFile, scope: ast.AST, name: str) -> list[ast.Name]:
    return [one for one in names_in(source, scope, name) if isinstance(one.ctx, ast.Load)]


def is_read_again(source: SourceFile, scope: ast.AST, name: str, call: ast.expr) -> bool:
    """Whether the name is read at or after the call, before it is bound anew."""
    around = list(nodes_around(source, call, scope))
    statement = next((one for one in around if isinstance(one, ast.stmt)), call)
    inside = {id(n) for n in ast.walk(call)}
    reads = [n for n in reads_of(source, scope, name) if id(n) not in inside and not asks_about(source, n)]
    if any(place_of(statement) <= place_of(n) < end_of(statement) for n in reads) and not isinstance(statement, LOOPS):
        return True
    bound, end = [b for b, _ in bindings_of(source, scope, name)], end_of(statement)
    if statement in bound:
        return False
    after = [b for b in bound if place_of(b) >= end and any(one in (block_of(source, b) or ()) for one in around)]
    until = min((end_of(b) for b in after), default=(1 << 30, 0))
    if any(end <= place_of(n) < until for n in reads):
        return True
    # The next turn of a loop reads it as well.
    return any(isinstance(one, LOOPS) and not binds_in(one, name) for one in around)


def block_of(source: SourceFile, node: ast.AST) -> list[ast.stmt] | None:
    return siblings(source, node) if isinstance(node, ast.stmt) else None


def asks_about(source: SourceFile, read: ast.Name) -> bool:
    """Whether only the tensor's size, type or place is asked for."""
    about = source.parent(read)
    return isinstance(about, ast.Attribute) and about.attr in _ABOUT


def values_at(source: SourceFile, scope: ast.AST, name: str, node: ast.AST) -> tuple[list[Value], tuple[int, int]]:
    """The values that ``name`` may be bound to at ``node``, and where the first of these statements ends."""
    around = list(nodes_around(source, node, scope))
    loops = [one for one in around if isinstance(one, LOOPS)]
    bindings = sorted(bindings_of(source, scope, name), key=lambda pair: place_of(pair[0]))
    before = [
        pair
        for pair in bindings
        if end_of(pair[0]) <= place_of(node) or isinstance(pair[0], _HEADS) and pair[0] in around
    ]
    found: list[Value] = []
    start = place_of(scope)
    for statement, value in reversed(before):
        found.append(value)
        start = end_of(statement) if statement not in around else place_of(statement)
        block = block_of(source, statement) or ()
        if statement in around or any(one in block for one in (node, *around)):
            break  # it runs whenever the call does
    else:
        found.append(None)  # an argument, or bound nowhere yet
    inner = [loop for loop in loops if place_of(loop) > start]
    for statement, value in bindings:
        if inner and place_of(statement) > place_of(node) and stands_in(source, statement, scope, inner):
            found.append(value)
    return found, start


def stands_in(source: SourceFile, node: ast.AST, scope: ast.AST, loops: Sequence[ast.AST]) -> bool:
    """Whether a node of ``scope`` is in one of these."""
    return node in loops or any(one in loops for one in nodes_around(source, node, scope))


def bindings_of(source: SourceFile, scope: ast.AST, name: str) -> Sequence[tuple[ast.AST, Value]]:
    """What binds the name in ``scope``, and to what."""
    return source.kept(("bindings", scope), lambda: _bindings(source, scope)).get(name, ())


def _bindings(source: SourceFile, scope: ast.AST) -> dict[str, list[tuple[ast.AST, Value]]]:
    found: dict[str, list[tuple[ast.AST, Value]]] = {}
    for node in source.within(scope):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr, ast.For, ast.AsyncFor)):
            targets = [node.target]
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            targets = [item.optional_vars for item in node.items if item.optional_vars is not None]
        bound: set[str] = set()
        for target in targets:
            if isinstance(node, ast.Assign) and _changes_itself(target, node.value):
                continue
            for name in stored_in(target) - bound:
                bound.add(name)
                found.setdefault(name, []).append((node, _given(node, target, name)))
    return found


def _given(node: ast.AST, target: ast.expr, name: str) -> Value:
    if isinstance(node, ast.Assign):
        several = len(node.targets) > 1 and not all(isinstance(t, ast.Name) for t in node.targets)
        return None if several else part_for(target, node.value, name)
    return node.value if isinstance(node, (ast.AnnAssign, ast.NamedExpr)) else None


def _changes_itself(target: ast.expr, value: ast.expr) -> bool:
    """``x = x.mul_(2)`` leaves the name with the tensor that it has."""
    root = first(value)
    return isinstance(target, ast.Name) and root is not value and isinstance(root, ast.Name) and root.id == target.id


def in_chain(node: ast.AST | None) -> bool:
    """Whether the node is the name of an in-place method, as in ``x.mul_(2).add_``."""
    return isinstance(node, ast.Attribute) and node.attr.endswith("_") and not node.attr.endswith("__")


def first(node: ast.expr) -> ast.expr:
    """What a chain of in-place calls starts from: ``x`` of ``x.mul_(2).add_(1)``."""
    while isinstance(node, ast.Call) and in_chain(node.func):
        assert isinstance(node.func, ast.Attribute)
        node = node.func.value
    return node


def part_for(target: ast.expr, value: ast.expr, name: str) -> Value:
    """The part of ``value`` that a target, which may be a tuple, binds to ``name``."""
    if isinstance(target, ast.Name):
        return value
    if isinstance(target, (ast.Tuple, ast.List)):
        if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts):
            for one, part in zip(target.elts, value.elts, strict=True):
                if binds(one, name):
                    return part_for(one, part, name)
        return value if isinstance(value, ast.Call) else None
    return None


def stored_in(target: ast.expr) -> set[str]:
    """The names that a target stores in."""
    if isinstance(target, ast.Name):  # most are
        return {target.id} if isinstance(target.ctx, ast.Store) else set()
    return {n.id for n in ast.walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def binds(target: ast.expr, name: str) -> bool:
    return name in stored_in(target)


def is_kept_before(source: SourceFile, scope: ast.AST, name: str, node: ast.AST, start: tuple[int, int]) -> bool:
    """Whether another name, a collection or an object is given the tensor before it is changed."""
    loops = [one for one in nodes_around(source, node, scope) if isinstance(one, LOOPS)]
    inner = [one for one in loops if place_of(one) > start]
    return any(
        keeps(source, read)
        for read in reads_of(source, scope, name)
        if start <= place_of(read) < place_of(node) or inner and stands_in(source, read, scope, inner)
    )


def keeps(source: SourceFile, read: ast.Name) -> bool:
    parent = source.parent(read)
    if in_chain(parent):
        return _is_kept_changed(source, read)
    if isinstance(parent, (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.List, ast.Dict, ast.Set, ast.Yield)):
        return True
    if isinstance(parent, ast.Tuple):
        return not isinstance(source.parent(parent), (ast.Subscript, ast.Return))
    return isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute) and parent.func.attr in KEEPING


def _is_kept_changed(source: SourceFile, read: ast.Name) -> bool:
    """``y = x.mul_(2)``: another name for the same tensor."""
    value: ast.AST | None = read
    while isinstance(parent := source.parent(value), (ast.Attribute, ast.Call)) if value is not None else False:
        value = parent
    if not isinstance(parent, ast.Assign) or first(parent.value) is not read:
        return False
    return not any(binds(target, read.id) for target in parent.targets)


def binds_in(loop: ast.AST, name: str) -> bool:
    return any(isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store) for n in ast.walk(loop))


def made_here(source: SourceFile, name: ast.Name) -> bool:
    """Whether the function (or module) that ``name`` stands in assigns it."""
    scope = scope_of(source, name)
    bindings = bindings_of(source, scope, name.id) if scope is not None else ()
    return any(not isinstance(node, (ast.For, ast.AsyncFor)) for node, _ in bindings)


def is_argument(source: SourceFile, name: ast.Name) -> bool:
    """Whether ``name`` is an argument of the function that it stands in."""
    scope = scope_of(source, name)
    if not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    given = scope.args
    return any(one.arg == name.id for one in (*given.posonlyargs, *given.args, *given.kwonlyargs))


def is_undeclared(source: SourceFile, node: ast.expr) -> bool:
    """Whether ``node`` is an argument as the function was given it, of which the function declares nothing."""
    scope = scope_of(source, node) if isinstance(node, ast.Name) else None
    if not isinstance(node, ast.Name) or not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    given = scope.args
    every = (*given.posonlyargs, *given.args, *given.kwonlyargs)
    return any(one.arg == node.id and one.annotation is None for one in every) and not made_here(source, node)


def is_outer(source: SourceFile, scope: ast.AST, name: str) -> bool:
    """Whether the name is one of the module, or of a function around ``scope``, which says nothing else of it."""
    return name not in source.kept(("told", scope), lambda: _told(source, scope))


def _told(source: SourceFile, scope: ast.AST) -> set[str]:
    """The names of which ``scope`` says what they are."""
    found: set[str] = set()
    for node in source.within(scope):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.alias):
            found |= {node.name, node.asname or node.name}
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
    return found


def scope_of(source: SourceFile, node: ast.AST) -> ast.AST | None:
    return node if isinstance(node, _SCOPES) else source.around(node, *_SCOPES)


def nodes_around(source: SourceFile, node: ast.AST, scope: ast.AST) -> Iterator[ast.AST]:
    """What is around the node, up to the scope, the innermost first."""
    current = source.parent(node)
    while current is not None and current is not scope:
        yield current
        current = source.parent(current)


def stops_gradients(node: ast.AST) -> bool:
    """Whether torch records no gradient within the block or function."""
    around: list[ast.expr] = []
    if isinstance(node, ast.With):
        around = [item.context_expr for item in node.items]
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        around = node.decorator_list
    return any("no_grad" in text or "inference_mode" in text for text in map(ast.unparse, around))


def is_without_gradient(source: SourceFile, node: ast.AST) -> bool:
    """Whether torch records no gradient where the node stands."""
    current: ast.AST | None = node
    while current is not None and not stops_gradients(current):
        current = source.parent(current)
    return current is not None


def place_of(node: ast.AST) -> tuple[int, int]:
    return (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))


def end_of(node: ast.AST) -> tuple[int, int]:
    return (getattr(node, "end_lineno", 0) or 0, getattr(node, "end_col_offset", 0) or 0)
