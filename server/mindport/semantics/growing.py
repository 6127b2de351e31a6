"""What is assigned to an attribute of what it held: ``self.total += loss``, ``self.mask = self.mask.to(device)``,
``self.scores = self.scores[kept]``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mindport.semantics.definitions import ClassInfo
from mindport.semantics.hindsight import SHAPING
from mindport.semantics.types import OPEN, TENSOR, UNKNOWN, Type
from mindport.syntax.nodes import Attribute, Call, Name, Subscript

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def added(flow: Flow, cls: ClassInfo, target: ast.Attribute, value: Type) -> Type:
    """What an attribute holds after something was added to it, which may be unknown because nobody has said as yet what it
    began with."""
    return TENSOR if value.is_unknown and _begins_as_tensor(flow, cls, target) else value


def made_of_itself(flow: Flow, target: ast.Attribute, node: ast.expr, value: Type) -> Type:
    """The same of a part of it, or of what a Tensor's method made of it, and gives another Tensor."""
    if value.kind != "unknown" or value.name not in OPEN or type(target.value) is not Name:
        return value
    held = node
    while True:
        if type(held) is Call and type(held.func) is Attribute and held.func.attr in SHAPING:
            held = held.func.value
        elif type(held) is Subscript:
            held = held.value
        else:
            break
    if held is node or type(held) is not Attribute or held.attr != target.attr:
        return value
    if type(held.value) is not Name or held.value.id != target.value.id:
        return value
    cls = flow.types.get(id(held.value), UNKNOWN).definition
    return TENSOR if isinstance(cls, ClassInfo) and _begins_as_tensor(flow, cls, target) else value


def _begins_as_tensor(flow: Flow, cls: ClassInfo, target: ast.Attribute) -> bool:
    begins = flow.begins(cls, target.attr, flow.site(target))
    if begins is not None and begins.kind != "none":
        return begins.kind == "tensor"
    for parent in cls.lineage()[1:]:
        held = flow.attribute_of(parent, target.attr)
        if held is not None:
            return held.kind == "tensor"
    return False
