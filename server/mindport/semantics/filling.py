"""What an attribute holds in a method that makes something else of it, which then stands in its place: a list or dict that is
filled before it becomes a Module.

    self.layers = []
    for size in sizes:
        self.layers.append(nn.Linear(size, size))   # a list's method here
    self.layers = nn.ModuleList(self.layers)        # a Module everywhere else

It holds for the block in which the list is made, until something else is put there or a method is called that does so. The same
goes for what ``__init__`` makes a tensor of:

    self.data = np.load(path)
    self.data = torch.from_numpy(self.data)         # a Tensor everywhere else; as is ``self.data.unsqueeze(0)``
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics.definitions import FunctionInfo
from mindport.semantics.holding import is_own
from mindport.semantics.joining import join_all
from mindport.semantics.telling_calls import speaks_for_tensor
from mindport.semantics.types import Type
from mindport.syntax.below import nodes_of
from mindport.syntax.nodes import Assign, Attribute, Call, Load, Name, Raise, Return, Starred, Tuple

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def put(flow: Flow, target: ast.Attribute, value: Type, passing: bool = False) -> None:
    """``self.name = value`` in a method, or what that holds once something was added. ``passing``: it becomes a tensor."""
    frame = flow.frame
    if (passing or value.kind in ("list", "dict")) and is_own(flow, target.value):
        if frame.filled is None:
            frame.filled = {}
        frame.filled[target.attr] = value
    elif frame.filled is not None:
        frame.filled.pop(target.attr, None)


def filled(flow: Flow, node: ast.Attribute) -> Type | None:
    """The list or dict that the attribute still holds at this place, although it will be a Module in the end."""
    if not is_own(flow, node.value):
        return None
    held = flow.frame.filled
    return (held.get(node.attr) if held is not None else None) or _made_before(flow, node)


def meanwhile(flow: Flow, node: ast.Attribute) -> Type | None:
    """What the attribute still holds at this place, although it will be a tensor in the end. Only where something is filled."""
    held = flow.frame.filled
    return held.get(node.attr) if held is not None and is_own(flow, node.value) else None


def _made_before(flow: Flow, node: ast.Attribute) -> Type | None:
    """The list that another method has made, where this one makes a Module of it further on."""
    function = flow.frame.function
    assert function is not None and function.cls is not None
    lists = [one for one in function.cls.sites.get(node.attr, _NO_SITES).values() if one.kind in ("list", "dict")]
    if not lists:
        return None
    if flow.frame.replaced is None:
        flow.frame.replaced = _replaced(flow, function)
    return join_all(lists) if node.lineno <= flow.frame.replaced.get(node.attr, 0) else None


_NO_SITES: Final[Mapping[int, Type]] = {}


def _replaced(flow: Flow, function: FunctionInfo) -> dict[str, int]:
    """Attributes of its own object of which the function makes something else that takes their place, and in which line."""
    found: dict[str, int] = {}
    for node in flow.nodes_of(function.node):
        if type(node) is not Assign or type(node.value) is not Call or not node.value.args:
            continue
        given = node.value.args[0]
        held, target = given.value if type(given) is Starred else given, node.targets[0]
        if type(target) is Attribute and type(held) is Attribute and target.attr == held.attr:
            if is_own(flow, target.value) and is_own(flow, held.value):
                found[target.attr] = max(found.get(target.attr, 0), node.lineno)
    return found


def becomes_tensor(flow: Flow, target: ast.Attribute) -> bool:
    """Whether the attribute holds what it is given only until ``__init__`` makes a tensor of it, unseen by other methods."""
    frame, function = flow.frame, flow.frame.function
    if function is None or function.name != "__init__" or not is_own(flow, target.value):
        return False
    if frame.converted is None:
        frame.converted = _converted(function)
    until = frame.converted.get(target.attr)
    return until is not None and target.lineno < until


def _converted(function: FunctionInfo) -> dict[str, int]:
    """Attributes of its own object of which a function makes tensors, and the line: ``self.x = torch.tensor(self.x).abs()``."""
    found: dict[str, int] = {}
    seen: dict[str, int] = {}
    for position, node in enumerate(function.node.body):
        if type(node) is not Assign:
            continue
        target = node.targets[0]
        for one in target.elts if type(target) is Tuple else (target,):
            if type(one) is not Attribute:
                continue
            if one.attr in seen and one is target and _is_made_of(node.value, one.attr):
                between = nodes_of(function.node.body[seen[one.attr] + 1 : position])
                if not any(type(each) in _LEAVING or type(each) is Call and _is_of_self(each.func) for each in between):
                    found[one.attr] = node.lineno
            seen.setdefault(one.attr, position)
    return found


_LEAVING: Final = (Raise, Return)


def _is_of_self(node: ast.expr) -> bool:
    """``self.prepare`` or ``super().prepare``, which may see what the attribute holds by then."""
    if type(node) is not Attribute:
        return False
    owner = node.value
    if type(owner) is Call:
        owner = owner.func
    return type(owner) is Name and owner.id in ("self", "super")


def _is_made_of(node: ast.expr, name: str) -> bool:
    """Whether a function of torch's is given the attribute: ``torch.from_numpy(self.x)``, and methods called on what it gives; or
    a method that only tensors have is called on what is counted of it: ``(self.x / 255).permute(0, 3, 1, 2)``."""
    while type(node) is Call and type(node.func) is Attribute:
        owner = node.func.value
        if type(owner) is Name:
            is_torchs = owner.id == "torch" and node.func.attr in _MAKERS and bool(node.args)
            return is_torchs and _reads(node.args[:1], name)
        if speaks_for_tensor(node.func.attr, node) and _reads([owner], name):
            return True
        node = owner
    return False


def _reads(nodes: Sequence[ast.AST], name: str) -> bool:
    return any(type(one) is Attribute and one.attr == name for one in nodes_of(nodes))


_MAKERS: Final = frozenset(
    ["tensor", "as_tensor", "from_numpy", "asarray", "stack", "cat", "FloatTensor", "LongTensor", "IntTensor", "Tensor"]
)


def called(flow: Flow, callee: Type) -> None:
    """After a call: a method of the same object may have put something else there."""
    function, held = callee.definition, flow.frame.filled
    if held and isinstance(function, FunctionInfo) and function.cls is not None and function.flow is flow:
        for node in flow.nodes_of(function.node):
            if type(node) is Attribute and node.attr in held and type(node.ctx) is not Load:
                del held[node.attr]


def left(flow: Flow, before: dict[str, Type] | None) -> None:
    """At the end of a block: what it began to fill may have been something else on another path. ``before``: what was filled
    when it began."""
    held = flow.frame.filled
    if held is not None:
        flow.frame.filled = {name: value for name, value in held.items() if name in before} if before else None
