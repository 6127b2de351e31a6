"""Methods that set an attribute by the name that their caller gives: ``self.keep("hits", torch.zeros(3))``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics.arguments import Arguments
from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.semantics.types import OPEN, UNKNOWN, Type
from mindport.syntax.nodes import Attribute, Call, Constant, Name

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_COPIES: Final = frozenset(["clone", "copy", "deepcopy", "detach", "to"])


def note(flow: Flow, given: Arguments) -> None:
    """``setattr(self, name, value)`` in a method, where both are parameters of it: its callers are told."""
    function = flow.frame.function
    if function is None or function.cls is None or len(given.call.args) != _ARGUMENTS or given.is_open:
        return
    receiver, name, value = given.call.args
    arguments = [one.arg for one in (*function.node.args.args, *function.node.args.kwonlyargs)]
    if not arguments or type(receiver) is not Name or receiver.id != arguments[0] or type(name) is not Name:
        return
    origin = _origin(value)
    if name.id not in arguments or origin not in arguments or (name.id, origin) in function.sets:
        return
    flow.assign(function, "sets", (*function.sets, (name.id, origin)))


_ARGUMENTS: Final = 3


def _origin(node: ast.expr) -> str:
    """The variable that a value is, or is a copy of."""
    while type(node) is Call:
        callee = node.func
        leaf = callee.attr if type(callee) is Attribute else callee.id if type(callee) is Name else ""
        if leaf not in _COPIES:
            return ""
        of_method = type(callee) is Attribute and leaf in ("clone", "detach", "to")
        if not of_method and not node.args:
            return ""
        node = callee.value if type(callee) is Attribute and of_method else node.args[0]
    return node.id if type(node) is Name else ""


def apply(flow: Flow, function: FunctionInfo, owner: Type, given: Arguments) -> None:
    """A call of such a method: what it puts into the attribute of its owner, where the name is written out."""
    cls = owner.definition
    if not isinstance(cls, ClassInfo):
        return
    names = [one.arg for one in function.node.args.args[1:]]
    for attribute, value in function.sets:
        name = given.node(_place(names, attribute), attribute)
        found = given.get(_place(names, value), value) or UNKNOWN
        if type(name) is not Constant or not isinstance(name.value, str) or found.is_unknown and found.name in OPEN:
            continue
        flow.assign_attribute(cls, name.value, found, flow.site(given.call))


def _place(names: list[str], name: str) -> int:
    return names.index(name) if name in names else -1
