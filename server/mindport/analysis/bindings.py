"""Where a name of a file is bound, by its text: for explanations, which look for few."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from mindport.semantics.scope import imported_names

Parents = Mapping[int, ast.AST]
"""Of a file: the node around each node, by the latter's ``id``."""

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES = (*FUNCTIONS, ast.Lambda, ast.Module)


def scope_of(parents: Parents, node: ast.AST) -> ast.AST | None:
    """The function, lambda or module around a node; what a class binds is not seen inside its methods."""
    found = parents.get(id(node))
    while found is not None and not isinstance(found, _SCOPES):
        found = parents.get(id(found))
    return found


def binding_of(parents: Parents, scope: ast.AST, node: ast.Name) -> ast.AST | None:
    """The last statement before the use, in the text, that binds the name; in an outer scope, the last of all."""
    return next(iter(bindings_of(parents, scope, node)), None)


def bindings_of(parents: Parents, scope: ast.AST, node: ast.Name, later: bool = False) -> list[ast.AST]:
    """All of these statements, the last one first; ``later``: those that are not before the use."""
    own = _function_around(parents, node) is scope
    use = (node.lineno, node.col_offset)
    found: list[ast.AST] = []
    stack: list[ast.AST] = list(ast.iter_child_nodes(scope))
    while stack:
        one = stack.pop()
        if _binds(one, node.id):
            after = isinstance(one, (ast.For, ast.AsyncFor, ast.comprehension, ast.With, ast.AsyncWith))
            at = start_of(one) if after else _end(one)
            inside = isinstance(one, ast.comprehension) and _encloses(parents.get(id(one)), use)
            if (not own or at <= use or inside) is not later:
                found.append(one)
        if not isinstance(one, (*FUNCTIONS, ast.ClassDef, ast.Lambda)):
            stack.extend(ast.iter_child_nodes(one))
    found.reverse()
    return sorted(found, key=start_of, reverse=True)


def _encloses(node: ast.AST | None, place: tuple[int, int]) -> bool:
    """Whether a place lies in a comprehension, all of which its loops bind names for."""
    return node is not None and start_of(node) <= place < _end(node)


def start_of(node: ast.AST) -> tuple[int, int]:
    """Line and column where a node, or what a comprehension binds, begins."""
    place = node.target if isinstance(node, ast.comprehension) else node
    return (getattr(place, "lineno", 0), getattr(place, "col_offset", 0))


def _end(node: ast.AST) -> tuple[int, int]:
    return (getattr(node, "end_lineno", 0) or 0, getattr(node, "end_col_offset", 0) or 0)


def _binds(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Assign):
        return any(has_name(target, name) for target in node.targets)
    if isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.NamedExpr, ast.For, ast.AsyncFor, ast.comprehension)):
        return has_name(node.target, name)
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return any(item.optional_vars is not None and has_name(item.optional_vars, name) for item in node.items)
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return any(one.local == name or one.star for one in imported_names(node))
    return isinstance(node, (*FUNCTIONS, ast.ClassDef)) and node.name == name


def has_name(target: ast.expr, name: str) -> bool:
    if isinstance(target, ast.Name):
        return target.id == name
    if isinstance(target, (ast.Tuple, ast.List)):
        return any(has_name(part, name) for part in target.elts)
    return isinstance(target, ast.Starred) and has_name(target.value, name)


def _function_around(parents: Parents, node: ast.AST) -> ast.AST | None:
    found = scope_of(parents, node)
    while isinstance(found, ast.Lambda):
        found = scope_of(parents, found)
    return found


def way_to(target: ast.expr, name: str) -> list[int]:
    """Where a name stands among those that a value is taken apart into: its place in each tuple, from the outermost on."""
    way: list[int] = []
    while isinstance(target, (ast.Tuple, ast.List)):
        place = next(place for place, one in enumerate(target.elts) if has_name(one, name))
        if any(isinstance(one, ast.Starred) for one in target.elts[: place + 1]):
            break
        way.append(place)
        target = target.elts[place]
    return way


def part_at(value: ast.expr, way: Sequence[int]) -> ast.expr | None:
    """What stands there in a tuple that is written out; None where none is."""
    for place in way:
        if not isinstance(value, (ast.Tuple, ast.List)) or place >= len(value.elts):
            return None
        if any(isinstance(one, ast.Starred) for one in value.elts[: place + 1]):
            return None
        value = value.elts[place]
    return value


def looped_over(value: ast.expr, way: Sequence[int]) -> ast.expr:
    """What gives the values of a variable, of what a loop runs over: one of those that are zipped, the one that is counted."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and way:
        if value.func.id == "zip" and way[0] < len(value.args):
            return looped_over(value.args[way[0]], way[1:])
        if value.func.id == "enumerate" and way[0] == 1 and value.args:
            return looped_over(value.args[0], way[1:])
    return value


def arguments_of(arguments: ast.arguments) -> list[ast.arg]:
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
