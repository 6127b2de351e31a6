"""What ``**options`` gives to a call, where the dictionary stands in the same file: ``dd = {'device': device, 'dtype': dtype}``.

Also the dictionary that a small function returns (``**to(x)`` with ``def to(x): return {'dtype': x.dtype}``). What may have
been changed since it was written down is not known.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from mindport.syntax.below import children_of, nodes_of
from mindport.syntax.nodes import (
    Assign,
    AsyncFunctionDef,
    Attribute,
    AugAssign,
    Call,
    ClassDef,
    Constant,
    Del,
    Dict,
    FunctionDef,
    IfExp,
    Load,
    Module,
    Name,
    Return,
    Store,
    Subscript,
    alias,
    arg,
)
from mindport.syntax.source import SourceFile

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SCOPES: Final = (*_FUNCTIONS, ast.ClassDef)
_CHANGING: Final = frozenset(["update", "pop", "popitem", "clear", "setdefault"])


def unpacked(source: SourceFile, value: ast.expr) -> Mapping[str, ast.expr] | None:
    """The arguments behind ``**value``; None where they cannot be told."""
    given = _dictionary(source, value)
    if given is None:
        return None
    out: dict[str, ast.expr] = {}
    for key, item in zip(given.keys, given.values):
        if type(key) is not Constant or not isinstance(key.value, str) or not _plain(item):
            return None
        out[key.value] = item
    return out


def returned(function: ast.AST) -> ast.Dict | None:
    """The dictionary that a function of one statement returns."""
    if type(function) is not FunctionDef or function.decorator_list or len(function.body) != 1:
        return None
    only = function.body[0]
    return only.value if type(only) is Return and type(only.value) is Dict else None


def _plain(node: ast.expr) -> bool:
    """Whether the expression means the same wherever it stands in a function: a name, an attribute, a constant."""
    while type(node) is Attribute:
        node = node.value
    return isinstance(node, (Name, Constant))


def _dictionary(source: SourceFile, value: ast.expr) -> ast.Dict | None:
    if type(value) is Dict:
        return value
    if type(value) is Name:
        return _assigned(source, value)
    if type(value) is Call and type(value.func) is Name and not value.keywords:
        called = value.func.id
        function = source.kept(("defined", called), lambda: _only_definition(source, called))
        given = returned(function) if function is not None else None
        if given is not None and type(function) is FunctionDef:
            return _with_arguments(given, function, value)
    return None


def _assigned(source: SourceFile, name: ast.Name) -> ast.Dict | None:
    """The dictionary that the one assignment of a name gives it, in the innermost scope that binds it."""
    if not _may_be_written(source.text, name.id):
        return None  # as with most ``**kwargs``: no need to look closer
    scope = source.parent(name)
    while scope is not None:
        if isinstance(scope, (*_FUNCTIONS, ast.Module)):
            if not isinstance(scope, Module) and scope.args.kwarg is not None and scope.args.kwarg.arg == name.id:
                return None  # what the function itself was given
            known = source.kept(("unpacked", scope, name.id), partial(_bound_in, source, scope, name.id))
            if known is not None:
                return known[0]
        scope = source.parent(scope)
    return None


def _may_be_written(text: str, name: str) -> bool:
    """Whether a dictionary may be written down under a name."""
    at = text.find(name)
    while at >= 0:
        within = at > 0 and (text[at - 1].isalnum() or text[at - 1] == "_")  # of a longer name
        if not within and _GIVEN.match(text, at + len(name)) is not None:
            return True
        at = text.find(name, at + 1)
    return False


_GIVEN: Final = re.compile(r"\s*=[\s\\]*[({d]")


def _bound_in(source: SourceFile, scope: ast.AST, name: str) -> tuple[ast.Dict | None] | None:
    """The dictionary that a scope gives a name; None where the scope does not bind it."""
    bindings = [n for n in _own(scope) if _binds(n, name)]
    return (_from(source, scope, bindings, name),) if bindings else None


def _from(source: SourceFile, scope: ast.AST, bindings: list[ast.AST], name: str) -> ast.Dict | None:
    first = source.parent(bindings[0])
    if len(bindings) != 1 or type(first) is not Assign or first.targets != bindings:
        return None
    given = _written(first.value)
    if given is None:
        return None
    values = {n.id for n in nodes_of(given.values) if type(n) is Name}
    for node in nodes_of([scope]):
        if _changes(source, node, name):
            return None
        rebound = type(node) is Name and isinstance(node.ctx, (Store, Del)) and node.id in values
        if rebound and getattr(node, "lineno", 0) >= first.lineno:
            return None  # ``dtype`` means something else by now
    return given


_MOST_CHOICES: Final = 4  # within each other
_SPEED: Final = frozenset(["fused", "foreach"])
"""Arguments that change no result: whether they are given or not is one."""


def _written(value: ast.expr, within: int = 0) -> ast.Dict | None:
    """``{"fused": True}``, ``dict(fused=True)``, and one of two where nothing but speed is at stake."""
    if type(value) is Dict:
        return value
    if type(value) is Call and type(value.func) is Name and value.func.id == "dict" and not value.args:
        if all(k.arg is not None for k in value.keywords):
            keys: list[ast.expr | None] = [ast.Constant(k.arg) for k in value.keywords]
            return ast.Dict(keys=keys, values=[k.value for k in value.keywords])
    if type(value) is IfExp and within < _MOST_CHOICES:
        both = [_written(value.body, within + 1), _written(value.orelse, within + 1)]
        keys = [key for given in both if given is not None for key in given.keys]
        values = [item for given in both if given is not None for item in given.values]
        if None not in both and all(type(k) is Constant and k.value in _SPEED for k in keys):
            return ast.Dict(keys=keys, values=values)
    return None


def _changes(source: SourceFile, node: ast.AST, name: str) -> bool:
    """Whether the node changes the dictionary called ``name``."""
    if type(node) is Subscript:
        return type(node.value) is Name and node.value.id == name and type(node.ctx) is not Load
    if type(node) is Attribute:
        return type(node.value) is Name and node.value.id == name and node.attr in _CHANGING
    return type(node) is AugAssign and type(node.target) is Name and node.target.id == name


def _binds(node: ast.AST, name: str) -> bool:
    if type(node) is Name:
        return node.id == name and type(node.ctx) is not Load
    if type(node) is arg:
        return node.arg == name
    if isinstance(node, (FunctionDef, AsyncFunctionDef, ClassDef)):
        return node.name == name
    return type(node) is alias and (node.asname or node.name).split(".")[0] == name


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """What stands in a scope, without what stands in the scopes within it."""
    todo = children_of(scope)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, _SCOPES):
            todo += children_of(node)


def _only_definition(source: SourceFile, name: str) -> ast.AST | None:
    """The one thing that the module binds to a name."""
    if source.tree is None:
        return None
    found = [node for node in _own(source.tree) if _binds(node, name)]
    return found[0] if len(found) == 1 else None


def _with_arguments(given: ast.Dict, function: ast.FunctionDef, call: ast.Call) -> ast.Dict | None:
    """The returned dictionary with the call's arguments in place of the parameters."""
    args = function.args
    names = [a.arg for a in [*args.posonlyargs, *args.args]]
    plain = not (args.vararg or args.kwarg or args.kwonlyargs or args.defaults)
    if not plain or len(names) != len(call.args) or not all(type(a) is Name for a in call.args):
        return None
    values = [_replaced(value, dict(zip(names, call.args))) for value in given.values]
    return ast.Dict(keys=list(given.keys), values=values)


def _replaced(node: ast.expr, arguments: Mapping[str, ast.expr]) -> ast.expr:
    if type(node) is Attribute:
        return ast.Attribute(value=_replaced(node.value, arguments), attr=node.attr, ctx=ast.Load())
    return arguments.get(node.id, node) if type(node) is Name else node


def hands_out_arguments(gone: Sequence[ast.AST], node: ast.AST) -> bool:
    """Whether a function, of which ``gone`` was replaced, returns or has returned what others may unpack."""
    only = gone[0] if len(gone) == 1 else None
    return returned(node) is not None or type(only) is Return and type(only.value) is Dict
