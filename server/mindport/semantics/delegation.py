"""Objects that hand on what they do not have themselves, ``def __getattr__(self, name): return getattr(self.module, name)``, and
methods that leave to heirs what they give: ``def step(self, action): return self.step_wait()``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.semantics.types import Type
from mindport.syntax.below import own_returns
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
    for node in method.flow.nodes_of(method.node):
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


def of_heir(flow: Flow, owner: Type, function: FunctionInfo) -> Type | None:
    """What an inherited method gives where all that it returns is what another one gives, which the class of its object has in
    the place of that of the class above; None for any other."""
    cls = owner.definition
    if not isinstance(cls, ClassInfo) or function.cls is None or function.cls is cls:
        return None
    name = function.left_to
    if not name or "staticmethod" in function.decorators or "classmethod" in function.decorators:
        return None
    method = cls.method(name)
    if method is None or method is function.cls.method(name) or method is function:
        return None
    flow.ensure(method)
    flow.note_caller(method)
    found = flow.returns_of(method)
    return None if found.is_unknown and not found.name else found


def left_to(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """The method of its own object that a method returns what it gives, whatever it returns; empty where there is none."""
    last, arguments = node.body[-1] if node.body else None, node.args.args
    # Most end with something else, which is seen at once.
    name = _called_on(last.value, arguments[0].arg) if type(last) is Return and arguments else ""
    if not name or any(_called_on(one.value, arguments[0].arg) != name for one in own_returns(node.body)):
        return ""
    return name


def _called_on(node: ast.expr | None, own: str) -> str:
    if type(node) is not Call or type(node.func) is not Attribute:
        return ""
    return node.func.attr if type(node.func.value) is Name and node.func.value.id == own else ""
