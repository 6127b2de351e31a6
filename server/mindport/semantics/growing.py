"""What is assigned to an attribute of what it held: ``self.total += loss``, ``self.mask = self.mask.to(device)``,
``self.scores = self.scores[kept]``, ``self.mean = rate * self.mean + (1 - rate) * x``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mindport.semantics.definitions import ClassInfo
from mindport.semantics.hindsight import SHAPING
from mindport.semantics.types import OPEN, OUTPUT, TENSOR, UNKNOWN, Type
from mindport.syntax.nodes import Attribute, BinOp, Call, Name, Subscript

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def added(flow: Flow, cls: ClassInfo, target: ast.Attribute, value: Type) -> Type:
    """What an attribute holds after something was added to it, which may be unknown because nobody has said as yet what it
    began with."""
    return TENSOR if value.is_unknown and _begins_as_tensor(flow, cls, target) else value


def made_of_itself(flow: Flow, target: ast.Attribute, node: ast.expr, value: Type) -> Type:
    """The same of a part of it, of what arithmetic or a Tensor's method made of it, and gives another Tensor."""
    if value.name not in OPEN and value != OUTPUT or type(target.value) is not Name:
        return value
    if type(node) is Attribute or not _is_made_of(node, target, target.value.id):
        return value
    cls = (flow.lookup(target.value.id) or UNKNOWN).definition
    return TENSOR if isinstance(cls, ClassInfo) and _begins_as_tensor(flow, cls, target) else value


def _is_made_of(node: ast.expr, target: ast.Attribute, owner: str) -> bool:
    """Whether an expression is the attribute, or another Tensor made of it where it is one."""
    while True:
        if type(node) is Call and type(node.func) is Attribute and node.func.attr in SHAPING:
            node = node.func.value
        elif type(node) is Subscript:
            node = node.value
        elif type(node) is BinOp:
            if _is_made_of(node.left, target, owner):
                return True
            node = node.right
        else:
            break
    if type(node) is not Attribute or node.attr != target.attr:
        return False
    return type(node.value) is Name and node.value.id == owner


def _begins_as_tensor(flow: Flow, cls: ClassInfo, target: ast.Attribute) -> bool:
    begins = flow.begins(cls, target.attr, flow.site(target))
    if begins is not None and begins.kind != "none":
        return begins.kind == "tensor"
    for parent in cls.lineage()[1:]:
        held = flow.attribute_of(parent, target.attr)
        if held is not None:
            return held.kind == "tensor"
    return False
