"""What a later use of a value tells of what was done with it before: recorded uses and variables are brought up to that."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics import loops
from mindport.semantics.before import read_before
from mindport.semantics.likelihood import (
    ARRAYS,
    CASTS,
    OTHER_TENSORS,
    has_shape,
    is_item_or_field,
    is_module,
    may_be_a_tensor,
    own_code,
)
from mindport.semantics.types import MODULE, OPEN, OUTPUT, Type
from mindport.semantics.usage import MODULES, NAMED_MODULE, scan
from mindport.semantics.word_sets import words
from mindport.syntax.below import own_nodes
from mindport.syntax.indices import takes_stretch
from mindport.syntax.nodes import Attribute, BinOp, Call, GeneratorExp, ListComp, Name, Subscript
from mindport.syntax.own_names import VIEWS
from mindport.syntax.same_value import origin

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def likely(flow: Flow, node: ast.expr) -> None:
    """What is done with a variable of which nothing is known shows that it is likely a tensor."""
    if type(node) is Name:
        known = flow.frame.vars.get(node.id)
        if known is not None and known.kind == "unknown" and known.name in OPEN:
            flow.frame.vars[node.id] = OUTPUT
            flow.frame.spoken_for.append(node.id)
            read_before(flow, node)
            function = flow.frame.function
            # What it was assigned is looked for only where that can be of interest: most is not.
            if function is not None and any(map(_is_shaped, flow.own_names(function).assigned.get(node.id, ()))):
                made_by_tensor(flow, _assigned(flow, node))


def settled(flow: Flow, node: ast.expr, found: Type) -> None:
    """What is done with a variable of which nothing is known shows what it is."""
    if type(node) is Name:
        known = flow.frame.vars.get(node.id)
        if known is not None and known.kind == "unknown":
            flow.frame.vars[node.id] = found


def read_through(flow: Flow, node: ast.expr) -> None:
    """``part.data``, where what it gives is a tensor: so is the part, of which nothing else is known."""
    if type(node) is not Attribute or node.attr not in VIEWS or id(node) in flow.uses:
        return
    owner = flow.types.get(id(node.value), OUTPUT)
    if owner.kind == "unknown" and owner.name in OPEN:
        flow.record(f"torch.Tensor.{node.attr}", node, "inferred", None, node.value, why=_LIKELY)


def read_dtype(flow: Flow, node: ast.expr) -> None:
    """``x.to(y.dtype)``: what has a type of elements that a tensor is given is a tensor, if no model."""
    if type(node) is not Attribute or node.attr != "dtype" or type(node.value) is not Name or id(node) in flow.uses:
        return
    owner = flow.types.get(id(node.value), OUTPUT)
    if owner.kind == "unknown" and owner.name in OPEN and may_be_a_tensor(flow, node.value):
        name = node.value.id
        if name in flow.frame.vars and not (
            _SETTINGS.search(name) or MODULES.search(name) or flow.knows(OTHER_TENSORS)
        ):
            likely(flow, node.value)
            flow.record("torch.Tensor.dtype", node, "inferred", None, node.value, why=_LIKELY)


def made_alike(flow: Flow, node: ast.Call) -> None:
    """``torch.zeros(n, dtype=x.dtype, device=x.device)``: what both is read of is a tensor, if no model."""
    given = {one.arg: one.value for one in node.keywords}
    dtype, device = given["dtype"], given["device"]
    if type(dtype) is Attribute and type(device) is Attribute and dtype.attr == "dtype" and device.attr == "device":
        if type(dtype.value) is Name and type(device.value) is Name and dtype.value.id == device.value.id:
            read_dtype(flow, dtype)
            if id(dtype) in flow.uses and id(device) not in flow.uses:
                flow.record("torch.Tensor.device", device, "inferred", None, device.value, why=_LIKELY)


def compared_dtype(flow: Flow, node: ast.Compare) -> None:
    """``x.dtype == torch.uint8``, ``x.dtype in (torch.half, torch.float)``: of what has elements of such a type."""
    if type(node.left) is Attribute and node.left.attr == "dtype":
        other = flow.types.get(id(node.comparators[0]), OUTPUT)
        if (
            other.kind == "dtype"
            or other.kind == "tuple"
            and other.items
            and all(one.kind == "dtype" for one in other.items)
        ):
            read_dtype(flow, node.left)


_SETTINGS: Final = re.compile(
    r"arg|opt|cfg|conf|param|spec|info|meta|ctx|context|dist|policy|pipe|precision|self|cls", re.I
)


def parts_are_tensors(flow: Flow, node: ast.expr) -> None:
    """``torch.cat([y.flatten() for y in ys])``: what is put together are tensors, and a Tensor's method gave them."""
    if type(node) is Name:
        parts = _collected(flow, node.id) if _holds_unknown(flow.types.get(id(node), OUTPUT)) else ()
    else:
        parts = [node.elt] if isinstance(node, (ListComp, GeneratorExp)) else getattr(node, "elts", ())
    for part in parts:
        made_by_tensor(flow, _assigned(flow, part))


def _assigned(flow: Flow, node: ast.expr) -> ast.expr:
    """What a variable was assigned that ``node`` reads, of which nothing is known; other expressions as they are."""
    function = flow.frame.function
    if type(node) is not Name or function is None:
        return node
    known = flow.types.get(id(node), OUTPUT)
    if known.kind != "unknown" or known.name not in OPEN:
        return node
    if not flow.own_names(function).stores[node.id]:
        return node
    return origin(flow.body_of(function.node), node.id, node) or node


def is_of_module(flow: Flow, node: ast.expr) -> bool:
    """Whether calling a Module gave a value, be it by way of a variable: ``q = self.model(*given)``. Not where Modules give
    graphs or objects that move as well."""
    found = _assigned(flow, node)
    if not isinstance(found, Call) or flow.types.get(id(found.func), OUTPUT).kind != "module":
        return False
    return not flow.knows(_OF_MOVING_OBJECTS)


_OF_MOVING_OBJECTS: Final = ("dgl", "torch_geometric", "ultralytics", "mmengine", "mmdet", "detectron2", "transformers")


def is_field(flow: Flow, node: ast.expr) -> bool:
    """Whether a value comes out of a loop or by its key out of a batch, be it by way of a variable with which nothing is done
    that a tensor does not have: ``focal = batch["focal"]``."""
    if is_item_or_field(flow, node):
        return True
    if type(node) is not Name or MODULES.search(node.id) or NAMED_MODULE.search(node.id):
        return False
    found = _assigned(flow, node)
    root = found
    while type(root) is Subscript:
        root = root.value
    if root is found or not loops.is_batch(root):
        return False
    return is_item_or_field(flow, found) and may_be_a_tensor(flow, node)


def _holds_unknown(value: Type) -> bool:
    return value.kind == "list" and any(one.kind == "unknown" for one in value.items)


def _collected(flow: Flow, name: str) -> Sequence[ast.expr]:
    """``ys.append(y.cpu())``: what the function at hand, or the module outside of functions, puts into a list."""
    function = flow.frame.function
    if function is None and flow.frame is not flow.module:
        return ()
    body = own_code(flow).body if function is None else flow.body_of(function.node)
    calls = [one for one in own_nodes(body) if type(one) is Call and len(one.args) == 1]
    return [one.args[0] for one in calls if _appends_to(one.func, name)]


def _appends_to(callee: ast.expr, name: str) -> bool:
    return (
        type(callee) is Attribute and callee.attr == "append" and type(callee.value) is Name and callee.value.id == name
    )


def made_by_tensor(flow: Flow, node: ast.expr) -> None:
    """``torch.max(scores.cpu(), 1)``, ``h.squeeze(0).contiguous()``: what only takes or is a tensor was made of one by a Tensor's
    method."""
    while type(node) is Call:
        callee = node.func
        if type(callee) is not Attribute or type(callee.value) not in _EXPRESSIONS or callee.attr not in SHAPING:
            return
        used = flow.uses.get(id(callee))
        owner = flow.types.get(id(callee.value), OUTPUT)
        if owner.kind != "unknown" or owner.name not in OPEN or flow.knows(OTHER_TENSORS):
            return
        likely(flow, callee.value)
        if used is None or used.certainty == "guessed":
            flow.record(f"torch.Tensor.{callee.attr}", callee, "inferred", node, callee.value, why=_LIKELY)
            _read_within(flow, node, callee.value)
        node = _assigned(flow, callee.value)
    if type(node) is Attribute and node.attr in ("T", "mT"):
        read_through(flow, node)


def _is_shaped(node: ast.expr) -> bool:
    """Whether it is of what ``made_by_tensor`` looks at: ``x.float()``, ``x.T``."""
    if type(node) is Call:
        return type(node.func) is Attribute and node.func.attr in SHAPING
    return type(node) is Attribute and node.attr in ("T", "mT")


def _read_within(flow: Flow, node: ast.Call, receiver: ast.expr) -> None:
    """``x.reshape(x.shape[0], -1)``: what the arguments read of what the method is called on."""
    from mindport.semantics.undecided import member

    if type(receiver) is not Name:
        return
    for one in own_nodes(node.args):
        if (
            type(one) is Attribute
            and type(one.value) is Name
            and one.value.id == receiver.id
            and id(one) not in flow.uses
        ):
            if one.attr in ("shape", "dtype", "device", "ndim"):
                member(flow, OUTPUT, one, None)


def put(flow: Flow, target: ast.Subscript, node: ast.expr, value: Type) -> None:
    """``buffer[0:4] = x.clone()``: what is put into a tensor was made of one. ``xs[i] = f(tensor)``: what holds a tensor is one,
    or holds more of them. ``xs[0:4] = y.to(device)``: no Module is put into a slice."""
    owner = flow.types.get(id(target.value), OUTPUT)
    is_open = owner.kind == "unknown" and owner.name in OPEN
    callee = node.func if type(node) is Call else None
    if owner.kind == "tensor" or is_open and takes_stretch(target.slice):
        if value.kind == "unknown" and type(callee) is Attribute and callee.attr in _OF_NO_ARRAY:
            made_by_tensor(flow, node)
    elif is_open and value.kind == "tensor" and type(target.slice) is Name:
        if flow.types.get(id(target.slice), OUTPUT).kind != "int":
            return
        if not flow.knows(ARRAYS) or _is_made_of(node, target):
            likely(flow, target.value)


def _is_made_of(node: ast.expr, item: ast.Subscript) -> bool:
    """``xs[i] = self.layers[i](xs[i])``: what took its place made a tensor of it."""
    first = node.args[0] if type(node) is Call and node.args else None
    return type(first) is Subscript and ast.unparse(first) == ast.unparse(item)


_OF_NO_ARRAY: Final = frozenset(["clone", "cpu", "cuda", "to"])
_LIKELY: Final = ("receiver|output",)
SHAPING: Final = words("""
    flatten reshape ravel view clone squeeze mean sum prod float cpu expand repeat to cuda round floor ceil abs clip transpose
""")
"""Methods by which a Tensor gives another."""
_EXPRESSIONS: Final = (Name, Call, Attribute, Subscript, BinOp)


def operands(node: ast.expr) -> list[ast.expr]:
    """What a sum or product is made of."""
    found, left = [], [node]
    while left:
        one = left.pop()
        if type(one) is BinOp:
            left += [one.left, one.right]
        else:
            found.append(one)
    return found


def moved(flow: Flow, node: ast.Call, found: Type) -> Type:
    """What a call gives that is counted with or indexed: if it moved something to a device, that was no Module."""
    if not flow.judges:
        return found
    used = flow.uses.get(id(node.func))
    if used is None and _is_cast(flow, node):
        callee = node.func
        assert type(callee) is Attribute
        likely(flow, callee.value)
        flow.record(f"torch.Tensor.{callee.attr}", callee, "inferred", node, callee.value, why=_LIKELY)
        return OUTPUT
    if used is None or used.certainty != "guessed" or used.api not in _MOVES or flow.knows(OTHER_TENSORS):
        return found
    api = f"torch.Tensor.{used.api.rpartition('.')[2]}"
    flow.record(api, node.func, "inferred", node, used.receiver, why=_LIKELY)
    return OUTPUT


def placed(flow: Flow, node: ast.Call, targets: list[ast.expr], value: Type) -> Type:
    """What a call gives to a variable: ``net = make().to(device)`` a Module, where that is what ``net`` is used as, and a tensor
    where it has a shape."""
    if len(targets) != 1:
        return value
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
            flow.record(f"torch.Tensor.{callee.attr}", callee, "inferred", node, callee.value, why=_LIKELY)
        node = callee.value


_PLACING: Final = frozenset(["to", "cuda"])


def set_up(flow: Flow, node: ast.Attribute, call: ast.Call) -> bool:
    """Whether it is the second of two methods that are only called one after the other on a Module:
    ``make().eval().to(device)``. The first is recorded then."""
    first = node.value
    if type(first) is not Call or type(first.func) is not Attribute or flow.knows(OTHER_TENSORS):
        return False
    one, other = (first, node.attr) if first.func.attr == "eval" else (call, first.func.attr)
    if other not in _BRINGING or {first.func.attr, node.attr} != {"eval", other} or one.args or one.keywords:
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
    elif callee.attr not in _TO_FLOATS and callee.attr != "cpu" or node.args:
        return False
    owner = flow.types.get(id(callee.value), OUTPUT)
    return owner.kind == "unknown" and owner.name in OPEN and not flow.knows(OTHER_TENSORS)


_TO_FLOATS: Final = frozenset(["float", "double", "half", "bfloat16"])


def fetched(flow: Flow, node: ast.expr) -> None:
    """``x.cpu().t().numpy()``: what is done with what was brought to another place, and a Module does not have, shows that a
    tensor was brought there."""
    chain: list[tuple[ast.Attribute, ast.Call]] = []
    while type(node) is Attribute and node.attr in VIEWS:
        node = node.value
    while type(node) is Call and type(node.func) is Attribute:
        if flow.knowledge.member("torch.Tensor", node.func.attr) is None:
            break
        chain.append((node.func, node))
        node = node.func.value
    fetched_at_all = any(callee.attr in _FETCHING for callee, _ in chain)
    for callee, call in chain:
        if not fetched_at_all and callee.attr not in _BRINGING:
            return
        used, owner = flow.uses.get(id(callee)), flow.types.get(id(callee.value), OUTPUT)
        told = used is not None and used.certainty != "guessed"
        if not told and owner.kind == "unknown" and owner.name in _UNTOLD:
            flow.record(f"torch.Tensor.{callee.attr}", callee, "inferred", call, callee.value, why=_LIKELY)
            likely(flow, callee.value)
    if fetched_at_all:
        read_through(flow, node)  # ``x.data`` of ``x.data.cpu().numpy()``


_FETCHING: Final = frozenset(["cpu", "detach"])
_BRINGING: Final = frozenset(["cpu", "cuda", "to", "float", "double", "half"])
_UNTOLD: Final = (*OPEN, "guess")
_MOVES: Final = frozenset(["torch.Tensor.to", "torch.Tensor.cuda", "torch.nn.Module.to", "torch.nn.Module.cuda"])


def dropped(flow: Flow, node: ast.expr) -> None:
    """``net.float()`` alone: what it would make of a tensor is lost, so the method's name does not tell of one."""
    if type(node) is Call and type(node.func) is Attribute and (node.func.attr in CASTS or node.func.attr == "type"):
        used = flow.uses.get(id(node.func))
        if used is not None and used.why == _LIKELY:
            flow.forget(node.func)
