"""What a method has just put into an attribute of its own object is there until something else may have changed it.

    self.alpha = args.alpha            # in ``__init__``: anything
    ...
    self.alpha = self.log_alpha.exp()
    self.log(self.alpha.item())        # a Tensor here

It holds for the statements that follow in the same block and before the next call of code that is not torch's or Python's own.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics.definitions import ClassInfo
from mindport.semantics.types import Type
from mindport.syntax.nodes import Name

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_HARMLESS: Final = ("torch.", "builtins.", "numpy.", "math.")


def put(flow: Flow, cls: ClassInfo, target: ast.Attribute, value: Type) -> None:
    """``self.name = value`` in a method."""
    frame = flow.frame
    if value.kind == "tensor" and not value.optional and is_own(flow, target.value):
        if cls.method(target.attr) is None and cls.method("__setattr__") is None:
            if frame.holds is None:
                frame.holds = {}
            frame.holds[target.attr] = value
    elif frame.holds is not None:
        frame.holds.pop(target.attr, None)


def held(flow: Flow, node: ast.Attribute) -> Type | None:
    """What the attribute holds at this place, where the method itself has just set it."""
    holds = flow.frame.holds
    return holds.get(node.attr) if holds is not None and is_own(flow, node.value) else None


def called(flow: Flow, callee: Type) -> None:
    """After a call: only what is torch's or Python's own leaves the object alone."""
    if not callee.name.startswith(_HARMLESS) or callee.definition is not None:
        flow.frame.holds = None


def is_own(flow: Flow, node: ast.expr) -> bool:
    """Whether it is the object that the running method belongs to."""
    function = flow.frame.function
    if type(node) is not Name or function is None or function.cls is None or flow.frame.kind != "function":
        return False
    arguments = function.node.args.args
    return bool(arguments) and arguments[0].arg == node.id and "staticmethod" not in function.decorators
