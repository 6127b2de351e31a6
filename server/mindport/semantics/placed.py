"""What has a shape and lies on a device: only a tensor does both.

n = parts[0].shape[1]
mask = torch.ones(n, device=parts[0].device)
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics import asked, own_objects
from mindport.semantics.done_with import members_of
from mindport.semantics.types import TENSOR, Type
from mindport.semantics.usage import MODULES, NOT_CALLED
from mindport.semantics.variables import leaf
from mindport.syntax.below import own_nodes, parameters_of
from mindport.syntax.nodes import Attribute, Call, Constant, Load, Name, Subscript
from mindport.syntax.own_names import TESTS
from mindport.syntax.same_value import around

if TYPE_CHECKING:
    from mindport.semantics.definitions import FunctionInfo
    from mindport.semantics.flow import Flow

_SHAPES: Final = frozenset(["shape", "ndim"])
_SIZES: Final = frozenset(["size", "dim", "numel"])
"""Methods that tell a shape; settings hold numbers by these names."""
_SET: Final = "="
_READ: Final = _SHAPES | {"device"}
_DESCRIBES: Final = re.compile(
    r"arg|opt|cfg|conf|kw|spec|setting|trainer|accel|meta|info|desc|mesh|env|layout|buffer|storage|space", re.IGNORECASE
)
"""Names of what says of tensors which shape and device they have, and is none."""


def is_tensor(flow: Flow, node: ast.Attribute) -> bool:
    """Whether an attribute is read of a variable, or a part of one, of which the code at hand reads both, of one value."""
    if node.attr not in _READ or not flow.is_in_code:
        return False
    written = asked.place(node.value)
    if written is None or _DESCRIBES.search(written) or MODULES.search(_name_of(node.value)):
        return False
    function, root = flow.frame.function, _root(node.value)
    own = flow.own_names(function)
    given = function is not None and any(one.arg == root.id for one in parameters_of(function.node.args))
    stores = own.stores[root.id]
    if root.id in own.tested or not (given or stores):
        return False
    several = stores > (0 if given else 1)
    if type(node.value) is Name:
        found = _of_variable(flow, function, node.value, several)
    elif function is not None and not several:
        if flow.frame.parts is None:
            flow.frame.parts = _parts(flow.own_body(function))
        found = flow.frame.parts.get(written, set())
    else:
        return False
    if "device" not in found or _SET in found or found.isdisjoint(_SHAPES | _SIZES):
        return False
    return not own_objects.have(flow, found & (_READ | _SIZES))


def is_declared_loosely(flow: Flow, owner: Type, node: ast.Attribute) -> bool:
    """Whether what is said to give tensors one by one is a tensor, as it has the shape of one: ``*images: Iterable[Tensor]``."""
    return owner.items[0] == TENSOR and (node.attr in _SHAPES or is_tensor(flow, node))


def _of_variable(flow: Flow, function: FunctionInfo | None, variable: ast.Name, several: bool) -> set[str]:
    """What is read of a variable while it is one value; nothing where it has methods that tensors have not, or is given
    attributes. ``several``: it is more than one value in turn."""
    own, known = flow.own_names(function), members_of(flow, function)
    read: Sequence[ast.AST] = own.attributes.get(variable.id, ())
    if several:
        read = around(flow.own_body(function), variable.id, variable, flow.frame.known_statements())
    key = known.key(variable)
    found: set[str] = set()
    for one in read:
        if type(one) is Attribute and type(one.value) is Name and known.key(one.value) == key:
            called = id(one) in own.calls
            if (called if one.attr in NOT_CALLED else one.attr in _SIZES and not called) or type(one.ctx) is not Load:
                return set()
            found.add(one.attr)
    return found


def _parts(body: Sequence[ast.stmt]) -> dict[str, set[str]]:
    """What tells a shape or a device, by the part that it is read of, as that is written: by plain keys. ``=`` where the part, or
    what it is a part of, is set, asked what it is, or has methods that tensors have not."""
    found: dict[str, set[str]] = {}
    changed: set[str] = set()
    for one in own_nodes(body):
        if type(one) is Call:
            if type(one.func) is Attribute and one.func.attr in NOT_CALLED:
                changed.add(asked.place(one.func.value) or "")
            elif leaf(one.func) in TESTS and one.args:
                changed.add(asked.place(one.args[0]) or "")
        elif isinstance(one, (Attribute, Subscript)):
            if type(one.ctx) is not Load:
                changed.add(asked.place(one) or "")
                if type(one) is Attribute and one.attr in NOT_CALLED:
                    changed.add(asked.place(one.value) or "")
            elif type(one) is Attribute and one.attr in _READ and _has_plain_keys(one.value):
                found.setdefault(asked.place(one.value) or "", set()).add(one.attr)
    for written in found.keys() if changed else ():
        if any(written == one or one and written.startswith((f"{one}.", f"{one}[")) for one in changed):
            found[written].add(_SET)
    return found


def _has_plain_keys(node: ast.expr) -> bool:
    """Whether it is a part of a variable by names and constants alone, which stay what they are."""
    if type(node) is Name:
        return False
    while isinstance(node, (Attribute, Subscript)):
        if type(node) is Subscript and type(node.slice) is not Constant:
            return False
        node = node.value
    return type(node) is Name


def _name_of(node: ast.expr) -> str:
    """The name of what is read of: ``pos`` of ``batch["pos"]``, ``layers`` of ``self.layers[0]``."""
    while type(node) is Subscript:
        if type(node.slice) is Constant and isinstance(node.slice.value, str):
            return node.slice.value
        node = node.value
    return node.attr if type(node) is Attribute else node.id if type(node) is Name else ""


def _root(node: ast.expr) -> ast.Name:
    """The variable that a place is a part of."""
    while isinstance(node, (Attribute, Subscript)):
        node = node.value
    assert type(node) is Name  # or it were no place
    return node
