"""One value in one of two forms: a model out of what has it run on several devices (``net.module if hasattr(net, "module") else
net``), a tensor as it is or rearranged (``x if flat else x.view(-1, 3)``)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics.likelihood import OTHER_TENSORS
from mindport.semantics.types import MODULE, OPEN, OUTPUT, UNKNOWN, Type
from mindport.semantics.usage import MODELS, MODULES
from mindport.syntax.nodes import Attribute, Call, Constant, Name, Subscript

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

WRAPPED: Final = "module"


def either_way(flow: Flow, one: ast.expr, other: ast.expr, known: Type, otherwise: Type) -> Type | None:
    """What ``net.module`` or ``net`` is, whichever of the two ways comes first; None for any other pair."""
    if type(one) is Name:
        one, other, known, otherwise = other, one, otherwise, known
    if type(one) is not Attribute or one.attr != WRAPPED or type(other) is not Name:
        return None
    if type(one.value) is not Name or one.value.id != other.id:
        return None
    return inner(flow, other, otherwise) if known.kind != "module" else None


def rearranged(flow: Flow, node: ast.IfExp, body: Type, orelse: Type) -> Type | None:
    """What is a tensor where it is rearranged, and as it is otherwise, whatever the condition is, that asks something else."""
    itself, other, known = node.orelse, node.body, orelse
    if type(itself) is not Name:
        itself, other, known = node.body, node.orelse, body
    if type(itself) is not Name or known.kind != "unknown" or known.name not in OPEN or type(other) is not Call:
        return None
    if (orelse if itself is node.body else body).kind != "tensor":
        return None
    root: ast.expr = other
    first: ast.expr = other
    while isinstance(root, (Attribute, Call, Subscript)):
        first = root if type(root) is Call else first
        root = root.func if type(root) is Call else root.value  # type: ignore[union-attr]
    if type(root) is not Name or root.id != itself.id or flow.types.get(id(first), UNKNOWN).kind != "tensor":
        return None
    return None if any(type(one) is Name and one.id == itself.id for one in ast.walk(node.test)) else OUTPUT


def or_itself(
    flow: Flow, owner: ast.expr | None, name: ast.expr | None, default: ast.expr | None, of: Type
) -> Type | None:
    """``getattr(net, "module", net)``"""
    if type(name) is not Constant or name.value != WRAPPED or type(owner) is not Name or type(default) is not Name:
        return None
    return inner(flow, owner, of) if owner.id == default.id else None


def inner(flow: Flow, owner: ast.Name, of: Type) -> Type | None:
    if of.kind == "module":
        return of
    if of.kind != "unknown" or of.name not in OPEN or flow.knows(OTHER_TENSORS):
        return None
    return MODULE if MODULES.search(owner.id) or MODELS.search(owner.id) else None
