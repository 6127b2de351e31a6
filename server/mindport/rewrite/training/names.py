"""Which names statements read, bind and change, in the order in which they run.

A path such as ``self.hidden`` counts as a name. What a comprehension, a lambda or a function binds for itself does not count.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_CHANGING = ("append", "appendleft", "extend", "insert", "add", "update", "setdefault")


def free(node: ast.AST) -> Iterator[ast.Name]:
    """Plain names that are read in ``node`` and not bound by a scope of their own within it."""
    yield from (n for n in _own(node, frozenset()) if isinstance(n.ctx, ast.Load))


def stored(node: ast.AST) -> set[str]:
    """Names that ``node`` gives a value."""
    out = {n.id for n in _own(node, frozenset()) if not isinstance(n.ctx, ast.Load)}
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute) and not isinstance(inner.ctx, ast.Load):
            out |= {path for path in [_path(inner)] if path}
        elif isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            out.add(inner.name)
    return out


def changed(node: ast.AST) -> set[str]:
    """Names whose object ``node`` changes: ``x[0] = 1``, ``x.append(1)``, ``x += 1``, ``x.add_(1)``."""
    out: set[str | None] = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Subscript) and not isinstance(inner.ctx, ast.Load):
            out.add(_path(inner.value))
        elif isinstance(inner, ast.AugAssign):
            out.add(_path(inner.target))
        elif isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Call):
            func = inner.value.func
            if isinstance(func, ast.Attribute) and (func.attr in _CHANGING or _in_place(func.attr)):
                out.add(_path(func.value))
    return {path for path in out if path}


def read(node: ast.AST) -> set[str]:
    """Names that ``node`` reads."""
    out = {n.id for n in free(node)}
    for inner in ast.walk(node):
        if isinstance(inner, ast.AugAssign):
            out |= {path for path in [_path(inner.target)] if path}
        elif isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Load):
            out |= {path for path in [_path(inner)] if path}
    return out


def needed(statements: Iterable[ast.stmt]) -> list[str]:
    """Plain names that the statements read before they have given them a value, in order. Loops are taken to run."""
    out: list[str] = []
    _run(list(statements), set(), out)
    return out


def read_first(statements: Iterable[ast.stmt]) -> set[str]:
    """Plain names that the statements may read before they have given them a value, whichever way they run."""
    out: list[str] = []
    _read_first(statements, set(), out)
    return set(out)


def always_bound(block: Iterable[ast.stmt]) -> set[str]:
    """Names that have a value when the block has ended, whichever branches were taken. Loops are taken to run."""
    out: set[str] = set()
    for statement in block:
        if isinstance(statement, ast.If):
            branches = [
                one for one in (statement.body, statement.orelse) if not (one and isinstance(one[-1], ast.Raise))
            ]
            bound = [always_bound(one) for one in branches]
            out |= set.intersection(*bound) if bound else set()
        elif isinstance(statement, (ast.With, ast.AsyncWith)):
            out |= {name for item in statement.items if item.optional_vars for name in stored(item.optional_vars)}
            out |= always_bound(statement.body)
        elif isinstance(statement, (ast.For, ast.AsyncFor, ast.While)):
            out |= stored(statement.target) if not isinstance(statement, ast.While) else set()
            out |= always_bound(statement.body)
        elif isinstance(statement, ast.Try):
            out |= always_bound(statement.body) | always_bound(statement.finalbody)
        else:
            out |= stored(statement)
    return out


def _run(block: list[ast.stmt], bound: set[str], out: list[str]) -> None:
    """Effect: adds to ``bound`` what the block binds, to ``out`` what it reads unbound."""
    for statement in block:
        if isinstance(statement, (ast.For, ast.AsyncFor)):
            _reads(statement.iter, bound, out)
            bound |= {n for n in stored(statement.target) if "." not in n}
            _run(statement.body + statement.orelse, bound, out)
        elif isinstance(statement, ast.While):
            _reads(statement.test, bound, out)
            _run(statement.body + statement.orelse, bound, out)
        elif isinstance(statement, ast.If):
            _reads(statement.test, bound, out)
            other = set(bound)
            _run(statement.body, bound, out)
            _run(statement.orelse, other, out)
            bound |= other
        elif isinstance(statement, (ast.With, ast.AsyncWith)):
            for item in statement.items:
                _reads(item.context_expr, bound, out)
                bound |= stored(item.optional_vars) if item.optional_vars is not None else set()
            _run(statement.body, bound, out)
        elif isinstance(statement, ast.Try):
            _run(statement.body, bound, out)
            for handler in statement.handlers:
                _run(handler.body, set(bound), out)
            _run(statement.orelse + statement.finalbody, bound, out)
        else:
            if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
                _note(statement.target.id, bound, out)
            _reads(statement, bound, out)
            bound |= stored(statement)


def _read_first(block: Iterable[ast.stmt], bound: set[str], out: list[str]) -> None:
    """Effect: adds to ``bound`` what the block certainly binds, to ``out`` what it may read unbound."""
    for statement in block:
        if isinstance(statement, (ast.For, ast.AsyncFor)):
            _reads(statement.iter, bound, out)
            _read_first(statement.body, bound | stored(statement.target), out)
            _read_first(statement.orelse, set(bound), out)
        elif isinstance(statement, ast.While):
            _reads(statement.test, bound, out)
            _read_first(statement.body, set(bound), out)
            _read_first(statement.orelse, set(bound), out)
        elif isinstance(statement, ast.If):
            _reads(statement.test, bound, out)
            one, other = set(bound), set(bound)
            _read_first(statement.body, one, out)
            _read_first(statement.orelse, other, out)
            bound |= one & other
        elif isinstance(statement, (ast.With, ast.AsyncWith)):
            for item in statement.items:
                _reads(item.context_expr, bound, out)
                bound |= stored(item.optional_vars) if item.optional_vars is not None else set()
            _read_first(statement.body, set(bound), out)  # some contexts swallow exceptions
        elif isinstance(statement, (ast.Try, ast.Match)):
            _reads(statement, bound, out)  # whatever is read there, whichever way it takes
        else:
            if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
                _note(statement.target.id, bound, out)
            _reads(statement, bound, out)
            bound |= stored(statement)


def _reads(node: ast.AST, bound: set[str], out: list[str]) -> None:
    for name in free(node):
        _note(name.id, bound, out)


def _note(name: str, bound: set[str], out: list[str]) -> None:
    if name not in bound and name not in out:
        out.append(name)


def _own(node: ast.AST, hidden: frozenset[str]) -> Iterator[ast.Name]:
    """Names of the scope that ``node`` stands in, with those that inner scopes take from it."""
    if isinstance(node, ast.Name):
        if node.id not in hidden:
            yield node
        return
    if isinstance(node, _SCOPES):
        inner = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        inner |= {n.arg for n in ast.walk(node) if isinstance(n, ast.arg)}
        hidden |= inner
        yield from (n for part in ast.iter_child_nodes(node) for n in _own(part, hidden) if isinstance(n.ctx, ast.Load))
        return
    for part in ast.iter_child_nodes(node):
        yield from _own(part, hidden)


def _path(node: ast.AST) -> str | None:
    """``self.a.b`` of a dotted name."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else None


def _in_place(method: str) -> bool:
    return method.endswith("_") and not method.endswith("__")
