"""Values that are brought to a device, or cast: what is done with them tells whether they are tensors or Modules."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final

from mindport.semantics import own_objects
from mindport.semantics.definitions import ClassInfo
from mindport.semantics.done_with import has_shape, is_module, is_of_comprehension, may_be_a_tensor
from mindport.semantics.exports import Exports
from mindport.semantics.hindsight import LIKELY, UNTOLD, likely, read_through
from mindport.semantics.likelihood import CASTS, OTHER_TENSORS
from mindport.semantics.sequences import constant_int
from mindport.semantics.types import MODULE, OPEN, OUTPUT, Type
from mindport.semantics.usage import MODELS, MODULES, scan
from mindport.syntax.nodes import Attribute, Call, For, Name, Subscript
from mindport.syntax.own_names import VIEWS

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def moved(flow: Flow, node: ast.Call, found: Type) -> Type:
    """What a call gives that is counted with or indexed: if it moved something to a device, that was no Module."""
    if not flow.judges:
        return found
    used = flow.uses.get(id(node.func))
    if used is None and _is_cast_or_fetched(flow, node):
        callee = node.func
        assert type(callee) is Attribute
        likely(flow, callee.value)
        flow.record(f"torch.Tensor.{callee.attr}", callee, "inferred", node, callee.value, why=LIKELY)
        return OUTPUT
    if used is None or used.certainty != "guessed" or used.api not in _MOVES or flow.knows(OTHER_TENSORS):
        return found
    api = f"torch.Tensor.{used.api.rpartition('.')[2]}"
    flow.record(api, node.func, "inferred", node, used.receiver, why=LIKELY)
    return OUTPUT


def placed(flow: Flow, node: ast.Call, targets: list[ast.expr], value: Type) -> Type:
    """What a call gives to a variable: ``net = make().to(device)`` a Module, where that is what ``net`` is used as, and a tensor
    where it has a shape."""
    if len(targets) != 1:
        return value
    if flow.judges and flow.uses.get(id(node.func)) is None and _is_cast(flow, node) and has_shape(flow, targets[0]):
        callee = node.func
        assert type(callee) is Attribute
        likely(flow, callee.value)
        flow.record(f"torch.Tensor.{callee.attr}", callee, "inferred", node, callee.value, why=LIKELY)
        return OUTPUT
    if not _is_guessed_move(flow, node):
        # ``xs[i].to(device).to(dtype)``
        callee = node.func
        inner = callee.value if type(callee) is Attribute and callee.attr == "to" else None
        if type(inner) is Call and _is_guessed_move(flow, inner) and _is_computed_with(flow, targets[0]):
            _moved_as_tensors(flow, node)
            return OUTPUT
        return value
    if is_module(flow, targets[0]):
        _of_module(flow, node)
        return MODULE
    if not flow.knows(OTHER_TENSORS) and (has_shape(flow, targets[0]) or _is_computed_with(flow, targets[0])):
        _moved_as_tensors(flow, node)
        return OUTPUT
    return value


def is_like_a_tensor(flow: Flow, node: ast.Attribute, call: ast.Call) -> bool:
    """``x.to(y)``, where ``y`` is a tensor: as this one is. Nobody has a Module become like a tensor."""
    if len(call.args) != 1 or type(call.args[0]) is not Name:
        return False
    other = flow.lookup(call.args[0].id)
    if other is None or other.kind != "tensor" or flow.knows(OTHER_TENSORS) or flow.source.has_tensordicts:
        return False
    owner = node.value
    if type(owner) is Name and (MODULES.search(owner.id) or MODELS.search(owner.id)):
        return False
    return may_be_a_tensor(flow, owner) and not own_objects.defines(flow, "to")


def _is_guessed_move(flow: Flow, node: ast.Call) -> bool:
    used = flow.uses.get(id(node.func))
    return used is not None and used.certainty == "guessed" and used.api in _MOVES


def _is_computed_with(flow: Flow, node: ast.expr) -> bool:
    """Whether a variable is an operand, or has slices of several dimensions, before it is assigned anew, and is nothing that a
    Module or a container is."""
    function = flow.frame.function
    if type(node) is not Name or function is None:
        return False
    uses = scan(flow.frame.all_nodes(function), [node.id], node.lineno)[0][node.id]
    if uses.called or uses.keyed or uses.speaks_module or not uses.attributes <= flow.knowledge.tensor_members:
        return False
    return uses.arithmetic or uses.sliced


def _moved_as_tensors(flow: Flow, node: ast.expr) -> None:
    """``xs[i].to(device).to(dtype)``, of which is known that it gives a tensor."""
    while type(node) is Call and type(node.func) is Attribute and node.func.attr in _PLACING:
        callee = node.func
        used = flow.uses.get(id(callee))
        if used is None or used.certainty == "guessed":
            flow.record(f"torch.Tensor.{callee.attr}", callee, "inferred", node, callee.value, why=LIKELY)
        node = callee.value


_PLACING: Final = frozenset(["to", "cuda"])


def set_up(flow: Flow, node: ast.Attribute, call: ast.Call) -> bool:
    """Whether it is the second of two methods that are only called one after the other on a Module:
    ``make().eval().to(device)``. The first is recorded then."""
    first = node.value
    if type(first) is not Call or type(first.func) is not Attribute or flow.knows(OTHER_TENSORS):
        return False
    one, other = (first, node.attr) if first.func.attr == "eval" else (call, first.func.attr)
    if other not in _SETTING or {first.func.attr, node.attr} != {"eval", other} or one.args or one.keywords:
        return False
    owner = flow.types.get(id(first.func.value), OUTPUT)
    if owner.kind != "unknown" or owner.name not in OPEN:
        return False
    _of_module(flow, first)
    return True


def _of_module(flow: Flow, node: ast.Call) -> None:
    callee = node.func
    assert type(callee) is Attribute
    api = f"torch.nn.Module.{callee.attr}"
    flow.record(api, callee, "inferred", node, callee.value, why=("module|torch.nn.Module",))


def _is_cast(flow: Flow, node: ast.Call) -> bool:
    """``out.channels.float()`` of what nothing else is known of."""
    callee = node.func
    if type(callee) is not Attribute or callee.attr not in _CASTS_OF_BOTH or node.args or node.keywords:
        return False
    owner = flow.types.get(id(callee.value), OUTPUT)
    return owner.kind == "unknown" and owner.name in OPEN and not flow.knows(OTHER_TENSORS)


_CASTS_OF_BOTH: Final = frozenset(["float", "half", "double", "bfloat16"])
"""Which Modules have, too."""


def _is_cast_or_fetched(flow: Flow, node: ast.Call) -> bool:
    """``scale.to(x.dtype)``, ``samples.done.float()``, ``steps.cpu()`` of what nothing else is known of; Modules are not counted
    with."""
    callee = node.func
    if type(callee) is not Attribute or node.keywords:
        return False
    if callee.attr == "to" and len(node.args) == 1:
        kind = flow.types.get(id(node.args[0]), OUTPUT)
        place = node.args[0]
        if kind.kind != "dtype" and not getattr(place, "attr", getattr(place, "id", "")).endswith("dtype"):
            return False
    elif callee.attr not in _TAKING_NOTHING or node.args:
        return False
    owner = flow.types.get(id(callee.value), OUTPUT)
    return owner.kind == "unknown" and owner.name in OPEN and not flow.knows(OTHER_TENSORS)


_TAKING_NOTHING: Final = frozenset(["float", "double", "half", "bfloat16", "cpu"])


def fetched(flow: Flow, node: ast.expr) -> None:
    """``x.cpu().t().numpy()``: what is done with what was brought to another place, and a Module does not have, shows that a
    tensor was brought there."""
    chain: list[tuple[ast.Attribute, ast.Call]] = []
    views: list[ast.Attribute] = []
    while True:
        if type(node) is Attribute and node.attr in VIEWS:
            views.append(node)
            node = node.value
        elif type(node) is Subscript and constant_int(node.slice) is not None and type(node.value) is Call:
            node = node.value  # ``x.cpu().data.max(1)[1]``
        elif type(node) is Call and type(node.func) is Attribute and _is_tensors(flow, node.func):
            chain.append((node.func, node))
            node = node.func.value
        else:
            break
    fetched_at_all = any(callee.attr in _FETCHING for callee, _ in chain)
    for callee, call in chain:
        if not fetched_at_all and callee.attr not in _BRINGING:
            return
        used, owner = flow.uses.get(id(callee)), flow.types.get(id(callee.value), OUTPUT)
        told = used is not None and used.certainty != "guessed"
        if not told and owner.kind == "unknown" and owner.name in UNTOLD:
            flow.record(f"torch.Tensor.{callee.attr}", callee, "inferred", call, callee.value, why=LIKELY)
            likely(flow, callee.value)
    for view in views if fetched_at_all else ():
        read_through(flow, view)  # ``x.data`` of ``x.data.cpu().numpy()``


def _is_tensors(flow: Flow, node: ast.Attribute) -> bool:
    return flow.knowledge.member("torch.Tensor", node.attr) is not None


_FETCHING: Final = frozenset(["cpu", "detach"])
_BRINGING: Final = frozenset(["cpu", "cuda", "to", "float", "double", "half", "bfloat16"])
_SETTING: Final = frozenset([*_BRINGING, "requires_grad_"])
_MOVES: Final = frozenset(["torch.Tensor.to", "torch.Tensor.cuda", "torch.nn.Module.to", "torch.nn.Module.cuda"])


def dropped(flow: Flow, node: ast.expr) -> None:
    """``net.float()`` alone: what it would make of a tensor is lost, so the method's name does not tell of one."""
    if type(node) is Call and type(node.func) is Attribute and (node.func.attr in CASTS or node.func.attr == "type"):
        used = flow.uses.get(id(node.func))
        if used is not None and used.why == LIKELY:
            flow.forget(node.func)


def may_be_own(flow: Flow, node: ast.expr) -> bool:
    """Whether a variable may be an object of the project's own that is brought to a device like a tensor: the file imports one
    that has such a class (``class NestedTensor: def to(self, device)``)."""
    if type(node) is not Name or is_of_comprehension(flow, node):
        return False
    if not any(value.kind in ("namespace", "class") and _is_moved(value) for value in flow.module.vars.values()):
        return False
    return node.id not in _kept_by_keys(flow)


def _kept_by_keys(flow: Flow) -> set[str]:
    """Variables of loops over what stands under keys: ``for key, value in batch.items()``."""
    function = flow.frame.function
    loops = [one for one in flow.frame.all_nodes(function) if type(one) is For] if function is not None else []
    keyed = [one.target for one in loops if type(one.iter) is Call and getattr(one.iter.func, "attr", "") in _KEYED]
    return {part.id for target in keyed for part in ast.walk(target) if type(part) is Name}


_KEYED: Final = frozenset(["items", "values"])


def _is_moved(value: Type) -> bool:
    defined = value.definition
    if isinstance(defined, ClassInfo):
        return defined.kind == "other" and "to" in defined.methods
    if not isinstance(defined, Exports):
        return False
    source = defined.source
    return source.kept(("moved classes",), lambda: _has_moved_class(source.text))


def _has_moved_class(text: str) -> bool:
    found = _MOVING.search(text)
    while found is not None:
        head = text.rfind("\nclass ", 0, found.start())
        if head >= 0 and _PLAIN_CLASS.match(text, head + 1) is not None:
            return True
        found = _MOVING.search(text, found.end())
    return False


_MOVING: Final = re.compile(r"^[ \t]+def to\(self\b", re.MULTILINE)
_PLAIN_CLASS: Final = re.compile(r"class[ \t]+\w+[ \t]*(?:\([ \t]*(?:object)?[ \t]*\))?[ \t]*:")


def looped(flow: Flow, node: ast.expr, found: Type) -> Type:
    """What a loop runs over: ``boxes.cpu()`` gives a tensor then."""
    if type(node) is not Call or found.kind != "unknown" or not flow.judges:
        return found
    return moved(flow, node, found) if _is_cast_or_fetched(flow, node) else found
