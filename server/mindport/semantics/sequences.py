"""What iterating, unpacking and indexing a value gives."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mindport.semantics import own_records
from mindport.semantics.definitions import ClassInfo, Parts
from mindport.semantics.joining import as_dict, as_tuple, either, element, fields_of, join_all, value_of
from mindport.semantics.libraries import dispatch as libraries
from mindport.semantics.libraries import objects
from mindport.semantics.types import (
    BATCH,
    EITHER_MODULE,
    GIVEN,
    INT,
    MODULE,
    NUMBER,
    NUMPY,
    OPEN,
    OTHER,
    OUTPUT,
    PACKED,
    PARAMETER,
    PARAMETER_GROUP,
    STR,
    TENSOR,
    UNKNOWN,
    Alternatives,
    Type,
    list_of,
    tuple_of,
)
from mindport.syntax.indices import takes_stretch
from mindport.syntax.nodes import Attribute, BoolOp, Constant, Dict, List, Name, Slice, Starred, Tuple, UnaryOp, USub

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def element_of(flow: Flow, sequence: Type) -> Type:
    """What a loop over the value yields."""
    if sequence.name == "one-of":
        sequence = as_tuple(sequence)
    kind = sequence.kind
    if kind == "tensor":
        return TENSOR
    if kind in ("list", "tuple"):
        return element(sequence)
    if kind == "shape":
        return INT
    if kind == "dict":
        return sequence.items[0] if sequence.items else UNKNOWN
    if kind == "dataloader":
        return sequence.items[0] if sequence.items else BATCH
    if kind == "dataset" and sequence.items:
        return _sample(flow, sequence)
    if kind == "module":
        if sequence.name == "torch.nn.ModuleDict":
            return STR
        return _module_element(flow, sequence)
    if kind == "str":
        return STR
    if kind == "ndarray" or sequence == NUMPY:
        return NUMPY
    if sequence == BATCH or sequence.name == PACKED.name:
        return TENSOR
    if kind == "never" and sequence.name:
        return sequence  # of arrays
    if sequence == OUTPUT or kind == "never":
        return OUTPUT  # what holds tensors where a tensor may stand as well
    if sequence.name == "either":
        return join_all(element_of(flow, one) for one in _many(sequence))
    if kind == "unknown" and sequence.name == "iterator":
        return sequence.items[0]
    return _user_element(flow, sequence)


def looped(flow: Flow, node: ast.expr, sequence: Type) -> Type:
    """What a loop over ``node`` yields: groups of parameters where that is what it is called, and nothing else is known."""
    found = element_of(flow, sequence)
    if type(node) is BoolOp:
        node = node.values[0]  # ``param_groups or []``
    name = node.id if type(node) is Name else node.attr if type(node) is Attribute else ""
    if name != "param_groups":
        return found
    is_open = found.kind == "unknown" and found.name in OPEN or found.kind == "dict" and value_of(found) == UNKNOWN
    return PARAMETER_GROUP if is_open else found


def _sample(flow: Flow, dataset: Type) -> Type:
    """What a data set holds, of which that is known; or several may, of which it is one."""
    if dataset.name != EITHER_MODULE:
        return dataset.items[0]
    return join_all(element_of(flow, one) for one in dataset.items)


def _many(value: Type) -> list[Type]:
    """The alternatives that can be iterated and indexed; that it is done rules out the others."""
    return [one for one in value.items if one.kind not in ("int", "float", "bool") and one != NUMBER]


def _module_element(flow: Flow, sequence: Type) -> Type:
    cls = sequence.definition
    if isinstance(cls, ClassInfo):
        method = cls.method("__iter__")
        if method is None and cls.torch_base in ("torch.nn.Sequential", "torch.nn.ModuleList"):
            return MODULE
        return _user_element(flow, sequence)
    if sequence.items:
        return element(sequence)
    if sequence.name == "torch.nn.ParameterList":
        return TENSOR
    return MODULE if sequence.name in ("torch.nn.ModuleList", "torch.nn.Sequential") else UNKNOWN


def _user_element(flow: Flow, sequence: Type) -> Type:
    cls = sequence.definition
    if not isinstance(cls, ClassInfo):
        return UNKNOWN
    iterated = _result(flow, cls, "__iter__")
    if iterated is not None:
        return join_all(_next(flow, one) for one in (iterated.items if iterated.name == "either" else (iterated,)))
    return _result(flow, cls, "__getitem__") or UNKNOWN


def _next(flow: Flow, iterator: Type) -> Type:
    """What an iterator gives; mostly one's own (``return self``)."""
    if isinstance(iterator.definition, ClassInfo):
        return _result(flow, iterator.definition, "__next__") or UNKNOWN
    return element_of(flow, iterator)


def _result(flow: Flow, cls: ClassInfo, name: str) -> Type | None:
    """What a method returns; None where the class has none of that name."""
    method = cls.method(name)
    if method is None:
        return None
    flow.ensure(method)
    flow.note_caller(method)
    return flow.returns_of(method)


def unpack(flow: Flow, value: Type, targets: Sequence[ast.expr]) -> list[Type]:
    """Types of the targets that ``value`` is taken apart into."""
    if value.name == "one-of":
        value = as_tuple(value)
    elif value.name == "either":
        fitting = [one for item in value.items for one in _lengths(item) if _has_so_many(one, targets)]
        value = join_all(fitting) if fitting else value
    starred = next((i for i, t in enumerate(targets) if type(t) is Starred), None)
    if isinstance(value.definition, Alternatives) and starred is None:
        value = next((one for one in value.definition.tuples if len(one.items) == len(targets)), value)
    if value.kind == "tuple" and value.name != "...":
        items = value.items
        if starred is None:
            return list(items) if len(items) == len(targets) else [UNKNOWN] * len(targets)
        after = len(targets) - starred - 1
        if len(items) < starred + after:
            return [UNKNOWN] * len(targets)
        middle = items[starred : len(items) - after]
        rest = list_of(element(tuple_of(*middle))) if middle else Type("list")
        return [*items[:starred], rest, *items[len(items) - after :]]
    item = element_of(flow, value)
    return [list_of(item) if index == starred else item for index in range(len(targets))]


def _lengths(value: Type) -> Sequence[Type]:
    return value.definition.tuples if isinstance(value.definition, Alternatives) else (value,)


def _has_so_many(value: Type, targets: Sequence[ast.expr]) -> bool:
    return value.kind == "tuple" and value.name != "..." and len(value.items) == len(targets)


def is_yet_empty(flow: Flow, owner: Type, node: ast.Subscript) -> bool:
    """Whether an item is read of a list or dict that began empty and that only the first turn of a loop has not filled as yet:
    ``outputs[i] = x`` on one path, ``x = outputs[i - 1]`` on another."""
    if owner.kind not in ("list", "dict") or type(node.value) is not Name or type(node.slice) is Slice:
        return False
    own, name = flow.own_names(flow.frame.function), node.value.id
    begun = own.assigned.get(name, ())
    return len(begun) == own.stores[name] > 0 and all(map(_is_empty, begun))


def _is_empty(node: ast.expr) -> bool:
    if type(node) is Dict:
        return not node.keys
    return type(node) is List and not node.elts


def subscript(flow: Flow, owner: Type, index: ast.expr) -> Type:
    """Type of ``owner[index]``; the index has been walked."""
    if owner.name == "one-of":
        owner = as_dict(owner) if flow.types.get(id(index), UNKNOWN).kind == "str" else as_tuple(owner)
    kind = owner.kind
    if kind == "tensor":
        return TENSOR
    sliced = type(index) is Slice
    if kind == "shape":
        return Type("shape") if sliced else INT
    if kind == "tuple":
        return _tuple_item(owner, index)
    if kind == "list":
        return owner if sliced else element(owner)
    if kind == "dict" and owner == PARAMETER_GROUP and type(index) is Constant and index.value == "params":
        return list_of(PARAMETER)
    if kind == "dict":
        return field(owner, index) if owner.items else UNKNOWN
    if kind == "str":
        return STR
    if kind == "ndarray" or owner.name == NUMPY.name and owner == NUMPY:
        return NUMPY
    if kind == "module":
        if isinstance(owner.definition, Parts) and type(index) is Constant:
            found = owner.definition.found.get(index.value) if isinstance(index.value, (str, int)) else None
            if found is not None:
                return found
        if owner.name == "torch.nn.ParameterDict":
            return PARAMETER
        if owner.name == "torch.nn.ModuleDict":
            return element(owner) if owner.items else MODULE
        if sliced:
            return owner
        # What a loop over it yields may be its keys.
        found = _result(flow, owner.definition, "__getitem__") if isinstance(owner.definition, ClassInfo) else None
        return _module_element(flow, owner) if found is None else found
    if kind == "never" and (sliced or type(index) is Tuple or owner.name):
        return owner  # of arrays
    if owner == OUTPUT or kind == "never":
        return OUTPUT
    if owner.name == PACKED.name and not sliced:
        return TENSOR
    if owner == GIVEN and takes_stretch(index):
        return GIVEN  # a part of the same kind
    if owner == GIVEN and type(index) is Constant and isinstance(index.value, str):
        return _field(flow)
    if owner.name == "iterator" and kind == "unknown":
        return owner if sliced else owner.items[0]
    if owner.name == "either":
        parts = [subscript(flow, one, index) for one in _many(owner)]
        return either(*parts) if objects.TENSOR_DICT in parts else join_all(parts)
    if owner == objects.TENSOR_DICT:
        last = index.elts[-1] if type(index) is Tuple and index.elts else index
        return libraries.item(index, flow.types.get(id(last), UNKNOWN))
    if owner == BATCH:
        key = flow.types.get(id(index), UNKNOWN)
        return TENSOR if key.kind == "int" else OUTPUT if key.kind == "str" else UNKNOWN
    if kind == "dataset" or isinstance(owner.definition, ClassInfo):
        cls = owner.definition
        if kind == "dataset" and flow.types.get(id(index), UNKNOWN).kind == "str":
            return _field(flow)  # samples go by number: whatever it is, it is no data set
        if kind == "dataset" and owner.items:
            return owner if type(index) is Slice else _sample(flow, owner)
        method = cls.method("__getitem__") if isinstance(cls, ClassInfo) else None
        if method is not None:
            flow.ensure(method)
            return flow.returns_of(method)
        return own_records.part(flow, cls, index, constant_int(index)) if isinstance(cls, ClassInfo) else UNKNOWN
    return OTHER if kind in ("class", "module_class") else UNKNOWN


def field(owner: Type, key: ast.expr | None) -> Type:
    """What stands under a key of a dict."""
    fields = fields_of(owner)
    found = value_of(owner)
    if fields and type(key) is Constant and isinstance(key.value, str):
        # What others put under a key of their own is rather like the rest where that is all alike.
        alike = len(fields) > 1 or found.kind == "tensor" or found == OUTPUT
        return fields.get(key.value, found if alike else UNKNOWN)
    return found


def _field(flow: Flow) -> Type:
    """``inputs["image"]``: of what ``forward`` is given, likely a tensor."""
    function = flow.frame.function
    if function is None or function.name != "forward" or function.cls is None:
        return UNKNOWN
    return OUTPUT if function.cls.kind == "module" else UNKNOWN


def _tuple_item(owner: Type, index: ast.expr) -> Type:
    position = constant_int(index)
    if isinstance(owner.definition, Alternatives) and position is not None:
        found = [one.items[position] for one in owner.definition.tuples if -len(one.items) <= position < len(one.items)]
        return join_all(found)
    if owner.name == "...":
        return owner if type(index) is Slice else element(owner)
    if position is not None:
        return owner.items[position] if -len(owner.items) <= position < len(owner.items) else UNKNOWN
    if type(index) is Slice:
        if index.step is None and _is_constant(index.lower) and _is_constant(index.upper):
            return tuple_of(*owner.items[constant_int(index.lower) : constant_int(index.upper)])
        return Type("tuple", "...", (element(owner),))
    return element(owner)


def _is_constant(node: ast.expr | None) -> bool:
    return node is None or constant_int(node) is not None


def constant_int(node: ast.expr | None) -> int | None:
    """Value of an integer literal, negative ones included."""
    if type(node) is UnaryOp and type(node.op) is USub:
        inner = constant_int(node.operand)
        return None if inner is None else -inner
    if type(node) is Constant and type(node.value) is int:
        return node.value
    return None
