"""A loop that puts something new under every key of a dict: ``for key in batch: batch[key] = torch.tensor(batch[key])``."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics.joining import join_all
from mindport.semantics.types import OPEN, OUTPUT, STR, UNKNOWN, dict_of
from mindport.syntax.below import nodes_of
from mindport.syntax.nodes import (
    Assert,
    Assign,
    AsyncWith,
    Attribute,
    Call,
    Expr,
    If,
    Name,
    Pass,
    Subscript,
    Tuple,
    With,
)

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_LEAVING: Final = (ast.Break, ast.Continue, ast.Return, ast.Yield, ast.YieldFrom)


def refilled(flow: Flow, node: ast.For | ast.AsyncFor) -> None:
    """After the loop has been walked: gives the dict the type of what every one of its keys now holds, if that is a tensor."""
    names = _names(node)
    if names is None:
        return
    name, key = names
    known = flow.frame.vars.get(name)
    if known is None or not (known.kind == "dict" or known.kind == "unknown" and known.name in OPEN):
        return
    stored = _stored(node.body, name, key)
    if not stored or any(isinstance(one, _LEAVING) for one in nodes_of(node.body)):
        return
    found = join_all(flow.types.get(id(one), UNKNOWN) for one in stored)
    if found.kind == "tensor" and not found.optional or found == OUTPUT:
        flow.frame.vars[name] = dict_of(known.items[0] if known.kind == "dict" and known.items else STR, found)


def _names(node: ast.For | ast.AsyncFor) -> tuple[str, str] | None:
    """The dict that the loop runs over, and the variable that holds its keys."""
    over, target = node.iter, node.target
    if type(over) is Call and type(over.func) is Name and over.func.id in ("list", "sorted", "tuple"):
        over = over.args[0] if len(over.args) == 1 else over
    if type(over) is Call and type(over.func) is Attribute and not over.args:
        if over.func.attr == "items" and type(target) is Tuple and len(target.elts) == 2:
            target = target.elts[0]
        elif over.func.attr != "keys":
            return None
        over = over.func.value
    if type(over) is Name and type(target) is Name:
        return over.id, target.id
    return None


def _stored(body: Sequence[ast.stmt], name: str, key: str) -> list[ast.expr]:
    """What stands under the key once the statements have run, one of these values; nothing where some paths store nothing."""
    found: list[ast.expr] = []
    for one in body:
        if type(one) is Assign:
            if any(_is_entry(target, name, key) for target in one.targets):
                found = [one.value]
            elif any(_binds(target, name, key) for target in one.targets):
                return []
        elif type(one) is If:
            branches = [_stored(one.body, name, key), _stored(one.orelse, name, key)]
            if all(branches):
                found = [*branches[0], *branches[1]]
            elif any(branches):
                found = [*found, *branches[0], *branches[1]] if found else []
        elif isinstance(one, (With, AsyncWith)):
            found = _stored(one.body, name, key) or found
        elif not isinstance(one, (Expr, Assert, Pass)):
            return []
    return found


def _is_entry(node: ast.expr, name: str, key: str) -> bool:
    return (
        type(node) is Subscript
        and type(node.value) is Name
        and type(node.slice) is Name
        and node.value.id == name
        and node.slice.id == key
    )


def _binds(node: ast.expr, name: str, key: str) -> bool:
    return any(type(one) is Name and one.id in (name, key) for one in nodes_of([node]))
