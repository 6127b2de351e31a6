"""Methods, and functions within them, that set or register an attribute by the name that their caller gives:
``self.keep("hits", torch.zeros(3))``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics import written
from mindport.semantics.arguments import Arguments
from mindport.semantics.definitions import ClassInfo, FunctionInfo, Setting, Super
from mindport.semantics.joining import fields_of
from mindport.semantics.types import OPEN, TENSOR, UNKNOWN, Type
from mindport.syntax.nodes import Attribute, Call, Constant, Name

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_COPIES: Final = frozenset(["clone", "copy", "deepcopy", "detach", "to"])
_ARGUMENTS: Final = 3


def note(flow: Flow, given: Arguments) -> None:
    """``setattr(self, name, value)``: sets the attribute; where the name is a parameter of a method, its callers are told."""
    if len(given.call.args) == _ARGUMENTS and not given.is_open:
        receiver, name, value = given.call.args
        if not _set(flow, given, given.first, name):
            _note(flow, receiver, name, value, given.positional[2], buffer=False)


def note_own(flow: Flow, given: Arguments) -> None:
    """``object.__setattr__(self, "name", value)``, or the same of ``super()``: what lets nobody else set it does so."""
    if len(given.call.args) == _ARGUMENTS:
        note(flow, given)
        return
    owner = flow.types.get(id(given.call.func.value), UNKNOWN) if type(given.call.func) is Attribute else UNKNOWN
    if len(given.call.args) == _ARGUMENTS - 1 and isinstance(owner.definition, Super) and not given.is_open:
        _set(flow, given, owner.definition.cls.instance, given.call.args[0])


def _set(flow: Flow, given: Arguments, owner: Type, name: ast.expr) -> bool:
    """Sets attributes of whose name it is written out what it may be; whether it is."""
    cls = owner.definition
    several = list(written.under(flow, name, given.call.args[-1], given.positional[-1]))
    if isinstance(cls, ClassInfo) and owner.kind in ("other", "module"):
        for one, value in several:
            flow.assign_attribute(cls, one, value, flow.site(given.call))
    return bool(several)


def updated(flow: Flow, given: Arguments) -> None:
    """``self.__dict__.update(fields)``, ``vars(self).update(x=x)``: sets an attribute for each key."""
    callee = given.call.func
    held = callee.value if type(callee) is Attribute else None
    if type(held) is Attribute and held.attr == "__dict__":
        owner = flow.types.get(id(held.value), UNKNOWN)
    elif type(held) is Call and type(held.func) is Name and held.func.id == "vars" and len(held.args) == 1:
        owner = flow.types.get(id(held.args[0]), UNKNOWN)
    else:
        return
    cls = owner.definition
    if isinstance(cls, ClassInfo) and owner.kind in ("other", "module"):
        for name, value in {**fields_of(given.first), **given.keywords}.items():
            flow.assign_attribute(cls, name, value, flow.site(given.call))


def note_registered(flow: Flow, given: Arguments, value: ast.expr | None, found: Type) -> None:
    """The same of ``self.register_buffer(name, value)``, and of the like."""
    callee, name = given.call.func, given.node(0, "name")
    if type(callee) is Attribute and name is not None and value is not None and not given.is_open:
        _note(flow, callee.value, name, value, found, buffer=callee.attr == "register_buffer")


def _note(flow: Flow, receiver: ast.expr, name: ast.expr, value: ast.expr, found: Type, *, buffer: bool) -> None:
    function = flow.frame.function
    if function is None or type(receiver) is not Name or type(name) is not Name:
        return
    arguments = [one.arg for one in (*function.node.args.args, *function.node.args.kwonlyargs)]
    method = function if function.cls is not None else function.frame.function
    if (
        name.id not in arguments
        or method is None
        or method.cls is None
        or (receiver.id in arguments) != (method is function)
    ):
        return
    if not method.positional or receiver.id != method.positional[0]:
        return
    origin = _origin(value)
    one = Setting(name.id, origin, UNKNOWN, buffer) if origin in arguments else Setting(name.id, "", found, buffer)
    if one in function.sets or one.made.is_unknown and not one.value and not buffer:
        return
    # A method that is walked again makes the same of something else.
    others = [known for known in function.sets if (known.name, known.value) != (one.name, one.value)]
    flow.assign(function, "sets", (*others, one))


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


def may_name(given: Arguments) -> bool:
    """Whether a call says the name of what such a method puts."""
    call = given.call
    return any(type(one) is Constant and isinstance(one.value, str) for one in call.args) or any(
        type(one.value) is Constant and isinstance(one.value.value, str) for one in call.keywords
    )


def apply(flow: Flow, function: FunctionInfo, owner: Type, given: Arguments) -> None:
    """A call of such a method: what it puts into the attribute of its owner, where the name is written out."""
    cls = owner.definition
    if not isinstance(cls, ClassInfo):
        return
    names = [one.arg for one in function.node.args.args[function.cls is not None :]]
    for one in function.sets:
        name = given.node(_place(names, one.name), one.name)
        found = (given.get(_place(names, one.value), one.value) or UNKNOWN) if one.value else one.made
        if one.buffer and found.is_unknown and found.name in OPEN:
            found = TENSOR  # torch takes nothing else
        if found.is_unknown and found.name in OPEN:
            continue
        for attribute in written.strings(flow, name):
            if one.buffer:
                flow.has_buffer(cls, attribute)
            flow.assign_attribute(cls, attribute, found, flow.site(given.call))


def _place(names: list[str], name: str) -> int:
    return names.index(name) if name in names else -1
