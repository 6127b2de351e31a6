"""What has a shape and lies on a device: only a tensor does both.

n = parts[0].shape[1]
mask = torch.ones(n, device=parts[0].device)
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics import asked
from mindport.semantics.usage import MODULES, NOT_CALLED
from mindport.syntax.below import parameters_of
from mindport.syntax.nodes import Attribute, Constant, Load, Name, Subscript
from mindport.syntax.same_value import around

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_SHAPES: Final = frozenset(["shape", "ndim"])
_SIZES: Final = frozenset(["size", "dim", "numel"])
"""Methods that tell a shape; settings hold numbers by these names."""
_SET: Final = "="
_READ: Final = _SHAPES | {"device"}
_DESCRIBES: Final = re.compile(
    r"arg|opt|cfg|conf|kw|spec|setting|trainer|accel|meta|info|desc|mesh|env|layout", re.IGNORECASE
)
"""Names of what says of tensors which shape and device they have, and is none."""


def is_tensor(flow: Flow, node: ast.Attribute) -> bool:
    """Whether an attribute is read of a variable, or a part of one, of which the code at hand reads both, of one value."""
    if node.attr not in _READ or not flow.is_in_code or ".device" not in flow.source.text:
        return False
    written = asked.place(node.value)
    if written is None or _DESCRIBES.search(written) or MODULES.search(_called(node.value)):
        return False
    function = flow.frame.function
    own = flow.own_names(function)
    root = _root(node.value)
    given = function is not None and any(one.arg == root for one in parameters_of(function.node.args))
    several = own.stores[root] > (0 if given else 1)
    if type(node.value) is Name:
        read: Sequence[ast.AST] = own.attributes.get(node.value.id, ())
        if several:
            read = around(flow.own_body(function), root, node.value, flow.frame.known_statements())
        found = _of_variable(read, root, own.calls)
    elif function is not None and not several:
        if flow.frame.parts is None:
            flow.frame.parts = _parts(flow.frame.all_nodes(function))
        found = flow.frame.parts.get(written, set())
    else:
        return False
    return "device" in found and _SET not in found and not found.isdisjoint(_SHAPES | _SIZES)


def _of_variable(nodes: Sequence[ast.AST], name: str, calls: Mapping[int, ast.Call]) -> set[str]:
    """What is read of a variable among nodes that read one value; nothing where it has methods that tensors have not."""
    found: set[str] = set()
    for one in nodes:
        if type(one) is Attribute and type(one.value) is Name and one.value.id == name:
            if id(one) in calls if one.attr in NOT_CALLED else one.attr in _SIZES and id(one) not in calls:
                return set()
            found.add(one.attr)
    return found


def _parts(nodes: Sequence[ast.AST]) -> dict[str, set[str]]:
    """What tells a shape or a device, by the part that it is read of, as that is written; ``=`` where it is set."""
    found: dict[str, set[str]] = {}
    for one in nodes:
        if not isinstance(one, (Attribute, Subscript)):
            continue
        read = type(one) is Attribute and one.attr in _READ
        if read and isinstance(one.value, (Attribute, Subscript)) or type(one.ctx) is not Load:
            written = asked.place(one.value if read else one)
            if written is not None:
                found.setdefault(written, set()).add(one.attr if read else _SET)  # type: ignore[union-attr]
    return found


def _called(node: ast.expr) -> str:
    """The name of what is read of: ``pos`` of ``batch["pos"]``, ``layers`` of ``self.layers[0]``."""
    while type(node) is Subscript:
        if type(node.slice) is Constant and isinstance(node.slice.value, str):
            return node.slice.value
        node = node.value
    return node.attr if type(node) is Attribute else node.id if type(node) is Name else ""


def _root(node: ast.expr) -> str:
    while isinstance(node, (Attribute, Subscript)):
        node = node.value
    return node.id if type(node) is Name else ""
