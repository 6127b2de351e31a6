"""What a later use of a value tells of what was done with it before: recorded uses and variables are brought up to that."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics import loops, own_objects
from mindport.semantics.before import read_before
from mindport.semantics.checkpoints import LOADED
from mindport.semantics.done_with import may_be_a_tensor
from mindport.semantics.likelihood import ARRAYS, OTHER_TENSORS, among_arrays, is_item_or_field, is_of_batch
from mindport.semantics.types import OPEN, OUTPUT, Type
from mindport.semantics.usage import MODULES, NAMED_MODULE
from mindport.semantics.variables import Members
from mindport.semantics.word_sets import words
from mindport.syntax.below import own_nodes
from mindport.syntax.indices import takes_stretch
from mindport.syntax.nodes import (
    Add,
    Attribute,
    BinOp,
    Call,
    Constant,
    Div,
    Eq,
    GeneratorExp,
    ListComp,
    Mult,
    Name,
    NotEq,
    Sub,
    Subscript,
    UnaryOp,
    USub,
)
from mindport.syntax.own_names import VIEWS
from mindport.syntax.same_value import around, origin

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def likely(flow: Flow, node: ast.expr) -> None:
    """What is done with a variable of which nothing is known, with ``x * x``, ``1 - x`` or ``x - x.max()``, shows that it is
    one."""
    if type(node) is BinOp:
        parts = [one for one in (node.left, node.right) if type(one) is not Constant]
        stems = [_stem(one) for one in parts]
        if stems and all(one is not None and one.id == stems[0].id for one in stems):  # type: ignore[union-attr]
            for part, stem in zip(parts, stems):
                if type(part) is Call:
                    if not _is_called_on_own(flow, part):
                        _made(flow, part)
                elif stem is not None:
                    likely(flow, stem)
        return
    if type(node) is Name:
        known = flow.frame.vars.get(node.id)
        if known is not None and known.kind == "unknown" and known.name in OPEN:
            flow.frame.vars[node.id] = OUTPUT
            flow.frame.spoken_for.append(node.id)
            was_a_tensor(flow, node)


def was_a_tensor(flow: Flow, node: ast.Name) -> None:
    """Brings up to date what was read of a variable, and what it was made of, before it was known for a tensor."""
    read_before(flow, node)
    # What it was assigned is looked for only where that can be of interest: most is not.
    if not flow.is_in_code or flow.looking_back > _MOST_STEPS:
        return
    if any(map(is_shaped, flow.own_names(flow.frame.function).assigned.get(node.id, ()))):
        made = _assigned(flow, node)
        if not _gives_another(flow, made):
            flow.looking_back += 1
            made_by_tensor(flow, made)
            flow.looking_back -= 1


_MOST_STEPS: Final = 16


def _stem(node: ast.expr) -> ast.Name | None:
    """The variable itself, or that of ``x.max()``."""
    if type(node) is Call and type(node.func) is Attribute and not node.args and not node.keywords:
        if node.func.attr in SHAPING or node.func.attr in _REDUCING:
            node = node.func.value
    return node if type(node) is Name else None


_REDUCING: Final = frozenset(["max", "min", "std", "var", "norm"])


def settled(flow: Flow, node: ast.expr, found: Type) -> None:
    """What is done with a variable of which nothing is known shows what it is."""
    if type(node) is Name:
        known = flow.frame.vars.get(node.id)
        if known is not None and known.kind == "unknown":
            flow.frame.vars[node.id] = found


def read_through(flow: Flow, node: ast.expr) -> None:
    """``part.data``, where what it gives is a tensor, or a stretch of it: so is the part, of which nothing else is known."""
    while type(node) is Subscript and takes_stretch(node.slice):
        node = node.value
    if type(node) is not Attribute or node.attr not in VIEWS or id(node) in flow.uses:
        return
    owner = flow.types.get(id(node.value), OUTPUT)
    if owner.kind == "unknown" and owner.name in UNTOLD:
        flow.record(f"torch.Tensor.{node.attr}", node, "inferred", None, node.value, why=LIKELY)
        if type(node.value) is Name and may_be_a_tensor(flow, node.value):
            likely(flow, node.value)


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
            flow.record("torch.Tensor.dtype", node, "inferred", None, node.value, why=LIKELY)


def made_alike(flow: Flow, node: ast.Call) -> None:
    """``torch.zeros(n, dtype=x.dtype, device=x.device)``: what both is read of is a tensor, if no model; so is what torch takes
    an element type from, no array's, and what is kept by its key and has either."""
    given = {one.arg: one.value for one in node.keywords if one.arg in ("dtype", "device")}
    for name, value in given.items():
        if type(value) is not Attribute or value.attr != name:
            continue
        if type(value.value) is Subscript:
            _read_by_key(flow, value)
        elif name == "dtype" and type(value.value) is Name and not NAMED_MODULE.search(value.value.id):
            read_dtype(flow, value)
    dtype, device = given.get("dtype"), given.get("device")
    if type(dtype) is Attribute and type(device) is Attribute and dtype.attr == "dtype" and device.attr == "device":
        if type(dtype.value) is Name and type(device.value) is Name and dtype.value.id == device.value.id:
            read_dtype(flow, dtype)
            if id(dtype) in flow.uses and id(device) not in flow.uses:
                flow.record("torch.Tensor.device", device, "inferred", None, device.value, why=LIKELY)


def _read_by_key(flow: Flow, node: ast.Attribute) -> None:
    """``torch.zeros(n, device=protein["msa"].device)``"""
    owner = flow.types.get(id(node.value), OUTPUT)
    if owner.kind != "unknown" or owner.name not in OPEN or id(node) in flow.uses:
        return
    if is_of_batch(flow, node.value) and not flow.knows(OTHER_TENSORS):
        flow.record(f"torch.Tensor.{node.attr}", node, "inferred", None, node.value, why=LIKELY)


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


def compared_shape(flow: Flow, node: ast.Compare) -> None:
    """``x.shape != net.pos_embed.shape``: what is compared with a tensor's shape is another's."""
    if len(node.comparators) != 1 or type(node.ops[0]) not in (Eq, NotEq) or not flow.judges:
        return
    for one, other in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
        if not (type(one) is type(other) is Attribute and one.attr == other.attr == "shape"):
            continue
        used, owner = flow.uses.get(id(one)), flow.types.get(id(other.value), OUTPUT)
        if used is None or id(other) in flow.uses or owner.kind != "unknown" or owner.name not in OPEN:
            continue
        if not flow.knows(OTHER_TENSORS if flow.frame.function is not None else ARRAYS) and not among_arrays(flow):
            likely(flow, other.value)
            flow.record("torch.Tensor.shape", other, "inferred", None, other.value, why=LIKELY)


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
        if type(part) is Name:
            likely(flow, part)
        made_by_tensor(flow, _assigned(flow, part))


def _assigned(flow: Flow, node: ast.expr) -> ast.expr:
    """What a variable was assigned that ``node`` reads, of which nothing is known; other expressions as they are."""
    function = flow.frame.function
    if type(node) is not Name or not flow.is_in_code:
        return node
    known = flow.types.get(id(node), OUTPUT)
    if known.kind != "unknown" or known.name not in OPEN:
        return node
    if not flow.own_names(function).stores[node.id]:
        return node
    return origin(flow.own_body(function), node.id, node, flow.frame.known_statements()) or node


def is_of_module(flow: Flow, node: ast.expr) -> bool:
    """Whether calling a Module gave a value, be it by way of a variable: ``q = self.model(*given)``. Not where Modules give
    graphs or objects that move as well."""
    found = _assigned(flow, node)
    if not isinstance(found, Call) or flow.types.get(id(found.func), OUTPUT).kind != "module":
        return False
    return not flow.knows(WITH_MOVING_OBJECTS)


WITH_MOVING_OBJECTS: Final = (
    "dgl",
    "torch_geometric",
    "ultralytics",
    "mmengine",
    "mmdet",
    "detectron2",
    "transformers",
)
"""Libraries whose Modules give objects that go from device to device as tensors do."""


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
    calls = flow.own_names(function).calls.values()
    return [one.args[0] for one in calls if len(one.args) == 1 and _appends_to(one.func, name)]


def _appends_to(callee: ast.expr, name: str) -> bool:
    return (
        type(callee) is Attribute and callee.attr == "append" and type(callee.value) is Name and callee.value.id == name
    )


def made_by_tensor(flow: Flow, node: ast.expr, met: set[int] | None = None) -> None:
    """``torch.max(scores.cpu(), 1)``, ``h.squeeze(0).contiguous()``: what only takes or is a tensor was made of one by a Tensor's
    method, or is a sum of such (``loss = q.mean() - 0.1 * h.mean()``). ``met``: sums that were looked at."""
    if isinstance(node, (UnaryOp, BinOp)):
        met = set() if met is None else met
        if id(node) in met or len(met) >= _MOST_SUMS:
            return
        met.add(id(node))
        # Not of attributes: ``args.T`` may be a number.
        for part in _summands(node):
            found = _assigned(flow, part)
            if type(found) is not Attribute and is_shaped(found) and not _is_called_on_own(flow, found):
                made_by_tensor(flow, found, met)
        return
    while type(node) is Call:
        callee = node.func
        if type(callee) is not Attribute or type(callee.value) not in _EXPRESSIONS or callee.attr not in SHAPING:
            return
        if not _made(flow, node):
            return
        node = _assigned(flow, callee.value)
    if isinstance(node, (UnaryOp, BinOp)):
        made_by_tensor(flow, node, met)
    if type(node) is Attribute and node.attr in VIEWS:
        if node.attr in ("data", "grad") and own_objects.may_be_of_one(flow, node):
            return
        read_through(flow, node)
        node = _assigned(flow, node.value)
    if type(node) is Subscript and type(node.value) is Call:
        _with_places(flow, node.value)


def _made(flow: Flow, node: ast.Call) -> bool:
    """Whether it may be a tensor that calls its method, of which nothing was known. Effect: it is one, then."""
    callee = node.func
    if type(callee) is not Attribute:
        return False
    used = flow.uses.get(id(callee))
    owner = flow.types.get(id(callee.value), OUTPUT)
    is_open = owner.kind == "unknown" and (owner.name in OPEN or owner.name == "either") or owner == LOADED
    if not is_open or flow.knows(OTHER_TENSORS) or flow.source.has_tensordicts:
        return False
    if not may_be_a_tensor(flow, callee.value) and not _may_be_one_here(flow, callee.value):
        return False
    likely(flow, callee.value)
    if used is None or used.certainty == "guessed":
        flow.record(f"torch.Tensor.{callee.attr}", callee, "inferred", node, callee.value, why=LIKELY)
        _read_within(flow, node, callee.value)
    return True


def is_shaped(node: ast.expr) -> bool:
    """Whether it is of what ``made_by_tensor`` looks at: ``x.float()``, ``x.T``, ``-x.mean()``."""
    if type(node) is UnaryOp:
        return type(node.op) is USub and is_shaped(node.operand)
    if type(node) is BinOp:
        return any(type(one) is not Attribute and is_shaped(one) for one in _summands(node))
    if type(node) is Call:
        return type(node.func) is Attribute and node.func.attr in SHAPING
    return type(node) is Attribute and node.attr in ("T", "mT")


def _with_places(flow: Flow, node: ast.Call) -> None:
    """``scores.max(1)[1]``, a part of which is a tensor's: arrays give no places beside values."""
    callee = node.func
    if type(callee) is not Attribute or callee.attr not in _WITH_PLACES or id(callee) in flow.uses:
        return
    owner = flow.types.get(id(callee.value), OUTPUT)
    if owner.kind == "unknown" and owner.name in OPEN and not flow.knows(OTHER_TENSORS):
        likely(flow, callee.value)
        flow.record(f"torch.Tensor.{callee.attr}", callee, "inferred", node, callee.value, why=LIKELY)


_WITH_PLACES: Final = frozenset(["max", "min", "sort", "topk", "median", "mode", "cummax", "cummin", "kthvalue"])
"""Methods that give values and their places."""


def _is_called_on_own(flow: Flow, node: ast.expr) -> bool:
    """Whether a class at hand has the method that is called."""
    return type(node) is Call and type(node.func) is Attribute and own_objects.defines(flow, node.func.attr)


def _may_be_one_here(flow: Flow, node: ast.expr) -> bool:
    """Whether nothing is done with a variable that a tensor has not, while it has the value that it has here."""
    function = flow.frame.function
    if type(node) is not Name or not flow.is_in_code or flow.own_names(function).stores[node.id] <= 1:
        return False
    nodes = around(flow.own_body(function), node.id, node, flow.frame.known_statements())
    return bool(nodes) and Members(nodes).of(node) <= flow.knowledge.tensor_members


def _gives_another(flow: Flow, node: ast.expr) -> bool:
    """Whether a class at hand has the method that is called, which may give a tensor there and not another of its own kind."""
    return _is_called_on_own(flow, node) and node.func.attr not in OF_ITS_OWN_KIND  # type: ignore[attr-defined]


OF_ITS_OWN_KIND: Final = frozenset(["to", "clone", "detach", "cpu", "cuda", "float", "half", "double"])
"""Methods that give another one of what they are called on, be that a tensor or not."""


def made_of_parts(flow: Flow, node: ast.expr) -> None:
    """``loss = first - 0.1 * h.mean()``, of which gradients are asked: its parts are tensors, where a Tensor's methods gave
    them."""
    function = flow.frame.function
    if type(node) is Name and flow.is_in_code and flow.own_names(function).stores[node.id]:
        found = origin(flow.own_body(function), node.id, node, flow.frame.known_statements())
        if type(found) is BinOp:
            made_by_tensor(flow, found)


_ARITHMETIC: Final = (Add, Sub, Mult, Div)
_MOST_SUMS: Final = 32


def _summands(node: ast.UnaryOp | ast.BinOp) -> list[ast.expr]:
    if type(node) is UnaryOp:
        return [node.operand] if type(node.op) is USub else []
    return operands(node) if type(node.op) in _ARITHMETIC else []


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
    or holds more of them. ``xs[0:4] = y.to(device)``: no Module is put into a slice. ``w.data[:] = tensor``: such data is a
    Tensor's."""
    owner = flow.types.get(id(target.value), OUTPUT)
    is_open = owner.kind == "unknown" and owner.name in OPEN
    callee = node.func if type(node) is Call else None
    if owner.kind == "tensor" or is_open and takes_stretch(target.slice):
        if value.kind == "unknown" and type(callee) is Attribute and callee.attr in _OF_NO_ARRAY:
            made_by_tensor(flow, node)
        elif is_open and value.kind == "tensor" and not flow.knows(ARRAYS):
            read_through(flow, target.value)
    elif is_open and value.kind == "tensor" and type(target.slice) is Name:
        if flow.types.get(id(target.slice), OUTPUT).kind != "int":
            return
        if not flow.knows(ARRAYS) or _is_made_of(node, target):
            likely(flow, target.value)


def becomes_data(flow: Flow, target: ast.Attribute, node: ast.expr) -> None:
    """``weight.data = x.clone()``: only a tensor is the data of another."""
    if flow.types.get(id(target.value), OUTPUT).kind != "tensor":
        return
    if type(node) is Call:
        made_by_tensor(flow, node)
    else:
        likely(flow, node)


def _is_made_of(node: ast.expr, item: ast.Subscript) -> bool:
    """``xs[i] = self.layers[i](xs[i])``: what took its place made a tensor of it."""
    first = node.args[0] if type(node) is Call and node.args else None
    return type(first) is Subscript and ast.unparse(first) == ast.unparse(item)


_OF_NO_ARRAY: Final = frozenset(["clone", "cpu", "cuda", "to"])
UNTOLD: Final = (*OPEN, "guess")
"""Names of types of which at most a method's name speaks."""
LIKELY: Final = ("receiver|output",)
"""Why a value is said to be a tensor: what is done with it."""
SHAPING: Final = words("""
    flatten reshape ravel view clone squeeze nonzero mean sum prod float cpu expand repeat to cuda round floor ceil abs clip
    transpose add sub mul div
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
