"""What a function gives back of what it is given, whatever that is: ``return model.module if distributed else model``; or what it
computes of that alone: ``return x * std + mean``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics.scope import bound_name
from mindport.semantics.types import MODULE, OPEN, TENSOR, Type
from mindport.syntax.below import own_returns
from mindport.syntax.nodes import Assign, Attribute, BinOp, Call, Constant, If, IfExp, Name, Return, Tuple, UnaryOp

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mindport.semantics.walk_state import WalkState

_MOST: Final = 16  # parts of a tuple
_KEEPING: Final = frozenset(["to", "cuda", "cpu", "half", "float", "eval", "train", "requires_grad_", "share_memory"])
"""Methods of Modules and Tensors that give back such a one."""


def of_function(flow: WalkState, node: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[str, ...]:
    """The parameter that a function returns, or those that are the parts of its tuple, with an empty name for any other; empty
    where it returns none. ``model.module``: a Module, be it without what has it run on several devices. ``=x,std,mean``: what is
    computed of these."""
    # Most functions end with something else, which is seen at once.
    body = node.body
    last: ast.stmt | None = body[-1] if body else None
    while type(last) is If:
        last = (last.orelse or last.body)[-1]
    if type(last) is not Return or last.value is None or type(last.value) not in _FORMS:
        return ()
    arguments = node.args
    names = {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    found = _parts(last.value, names)
    if not any(found):
        return ()
    whole: set[str] = set()
    for one in own_returns(body):
        if one.value is None or _parts(one.value, names) != found:
            return ()
        whole |= _whole(one.value)
    bare, changed = _done(flow.nodes_of(node), names)
    kept = whole - changed
    named = [
        name if name in kept or name[:1] == "=" and changed.isdisjoint(name[1:].split(",")) else "" for name in found
    ]
    return tuple(f"{name}.module" if name in bare else name for name in named) if any(named) else ()


_FORMS: Final = (Name, Attribute, Call, IfExp, Tuple, BinOp)


def _parts(value: ast.expr, names: set[str]) -> tuple[str, ...]:
    if type(value) is Tuple:
        return tuple(_given(one, names) for one in value.elts) if 1 < len(value.elts) <= _MOST else ()
    return (_given(value, names),)


def _given(value: ast.expr, names: set[str]) -> str:
    """The parameter that an expression stands for, be it without what has it run on several devices."""
    if type(value) is IfExp:
        found = _given(value.body, names)
        return found if found == _given(value.orelse, names) else ""
    value = _kept(value)
    if type(value) is BinOp:
        used = dict.fromkeys(_operands(value))
        return "=" + ",".join(used) if used and used.keys() <= names else ""
    if type(value) is Attribute and value.attr == "module":
        value = value.value
    return value.id if type(value) is Name and value.id in names else ""


def _operands(node: ast.expr) -> Iterator[str]:
    """The variables that an expression computes with; an empty name where it does anything else."""
    if type(node) is BinOp:
        yield from _operands(node.left)
        yield from _operands(node.right)
    elif type(node) is UnaryOp:
        yield from _operands(node.operand)
    elif type(node) is not Constant or type(node.value) not in (int, float):
        yield node.id if type(node) is Name else ""


def _kept(value: ast.expr) -> ast.expr:
    """``x`` of ``x.cuda()``"""
    if type(value) is Call and type(value.func) is Attribute and value.func.attr in _KEEPING:
        return value.func.value
    return value


def _whole(value: ast.expr) -> set[str]:
    """The variables that are returned as they are, or brought to a device."""
    if type(value) is IfExp:
        return _whole(value.body) | _whole(value.orelse)
    parts = [_kept(one) for one in (value.elts if type(value) is Tuple else [value])]
    return {one.id for one in parts if type(one) is Name} | {
        n for one in parts if type(one) is IfExp for n in _whole(one)
    }


def _done(nodes: Sequence[ast.AST], names: set[str]) -> tuple[set[str], set[str]]:
    """Parameters of which ``module`` is read, and those that become something else, in the function or in one within it."""
    bare: set[str] = set()
    changed: set[str] = set()
    kept: set[int] = set()
    for node in nodes:
        if type(node) is Assign and len(node.targets) == 1:
            target, value = node.targets[0], node.value
            if type(target) is Name and _given(value, names) == target.id:
                kept.add(id(target))
        elif type(node) is Attribute:
            if node.attr == "module" and type(node.value) is Name:
                bare.add(node.value.id)
        elif id(node) not in kept:
            changed.add(bound_name(node) or "")
    return bare, changed


def filled(returns: Type, parts: tuple[str, ...], given: Mapping[str, Type]) -> Type:
    """What a call gives: ``returns``, where nothing is known of it what was ``given`` for the parameter."""
    if len(parts) == 1:
        return _known(returns, parts[0], given)
    if returns.kind != "tuple" or len(returns.items) != len(parts) or returns.name == "...":
        return returns
    items = tuple(_known(one, name, given) for one, name in zip(returns.items, parts))
    return returns.of(*items)


def _known(found: Type, name: str, given: Mapping[str, Type]) -> Type:
    other = given.get(name)
    if other is not None and found.kind in _BROUGHT and other.kind in _BROUGHT and other.kind != found.kind:
        return other  # ``to_gpu(net)``, where its own file brings tensors alone
    any_module = found == MODULE  # by what is done with it: ``net.load_state_dict(weights)``
    if not name or not any_module and (found.kind != "unknown" or found.name not in OPEN):
        return found
    if name[0] == "=":
        return found if any_module else _computed(found, [given.get(one) for one in name[1:].split(",")])
    name, _, bare = name.partition(".")
    its = given.get(name)
    if its is None or its.kind == "unknown" and its.name in OPEN or (bare or any_module) and its.kind != "module":
        return found
    return its


def _computed(found: Type, given: Sequence[Type | None]) -> Type:
    """A tensor, where one is computed with, and with nothing that may make something else of it."""
    known = [one for one in given if one is not None]
    if not any(one.kind == "tensor" for one in known):
        return found
    return TENSOR if all(one.kind in _BESIDE or one.kind == "unknown" and one.name in OPEN for one in known) else found


_BROUGHT: Final = frozenset(["tensor", "module"])
_BESIDE: Final = frozenset(["tensor", "int", "float", "bool"])
