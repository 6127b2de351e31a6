"""Objects that hand on what they do not have themselves: ``def __getattr__(self, name): return getattr(self.module, name)``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mindport.semantics.definitions import ClassInfo
from mindport.semantics.types import Type
from mindport.syntax.below import nodes_of
from mindport.syntax.nodes import Attribute, Call, Name, Return

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def behind(flow: Flow, cls: ClassInfo, attr: str) -> Type | None:
    """What answers for an attribute that an object of the class does not have itself; None where nothing known does."""
    method = cls.method("__getattr__")
    if cls.kind == "module" and flow.knowledge.member("torch.nn.Module", attr) is not None:
        return None
    if method is None or len(method.node.args.args) < len(("self", "name")):
        return None
    own, name = (one.arg for one in method.node.args.args[:2])
    for node in nodes_of(method.flow.body_of(method.node)):
        if type(node) is Return and type(node.value) is Call:
            held = _asked(node.value, own, name)
            if held is not None:
                found = flow.attribute_of(cls, held)
                return None if found is None or found.is_unknown or found.definition is cls else found
    return None


def _asked(node: ast.Call, own: str, name: str) -> str | None:
    """The attribute of its own that ``getattr(self.module, name)`` asks."""
    if not (type(node.func) is Name and node.func.id == "getattr" and len(node.args) > 1):
        return None
    holder, asked = node.args[:2]
    if not (type(holder) is Attribute and type(holder.value) is Name and holder.value.id == own):
        return None
    return holder.attr if type(asked) is Name and asked.id == name else None
