"""Types that annotations declare."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics import named_tuples
from mindport.semantics.definitions import ClassInfo
from mindport.semantics.joining import either, join
from mindport.semantics.libraries import dispatch as libraries
from mindport.semantics.likelihood import OTHER_TENSORS
from mindport.semantics.row_types import from_returns
from mindport.semantics.types import (
    BOOL,
    FLOAT,
    INT,
    NDARRAY,
    NONE,
    OTHER,
    OUTPUT,
    PACKED,
    STR,
    TENSOR,
    UNKNOWN,
    Type,
    callable_to,
    coroutine_of,
    dict_of,
    iterator_of,
    list_of,
    tuple_of,
)
from mindport.syntax.nodes import Attribute, BinOp, BitOr, Constant, List, Name, Subscript, Tuple

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_BUILTINS: Final = {"int": INT, "float": FLOAT, "bool": BOOL, "str": STR, "bytes": OTHER, "object": UNKNOWN, "complex": OTHER,
             "list": Type("list"), "dict": Type("dict"), "tuple": Type("tuple", "...", (UNKNOWN,)), "set": OTHER}  # fmt: skip
_LISTS: Final = frozenset(["list", "List", "Sequence", "MutableSequence"])
_ITERABLES: Final = frozenset([
    "Iterable", "Iterator", "Generator", "Collection", "Set", "set", "FrozenSet", "AsyncIterable", "AsyncIterator",
    "AsyncGenerator",
])  # fmt: skip
_NO_TENSORS: Final = frozenset(["int", "float", "bool", "str", "ndarray"])
_MARKS: Final = frozenset(["Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly"])
_DICTS: Final = frozenset(["dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "DefaultDict"])

_OF_ARRAYS: Final = "jaxtyping."
_SHAPES: Final = {
    "torchtyping.TensorType": TENSOR,
    "numpy.typing.NDArray": NDARRAY,
    "numpy.ndarray": NDARRAY,
    "numpy.array": NDARRAY,
}
SHAPED: Final = (_OF_ARRAYS, *_SHAPES)
"""Beginnings of the names of what takes a shape in an annotation."""
_LONGEST_QUOTED: Final = 200


def annotation_type(flow: Flow, node: ast.expr) -> Type:
    """The type that an annotation declares; records the torch names in it with role ``annotation``."""
    saved, flow.role = flow.role, "annotation"
    try:
        return _declared(flow, node)
    finally:
        flow.role = saved


def declared_type(flow: Flow, node: ast.expr) -> Type:
    """As ``annotation_type``, for annotations that were walked before."""
    return annotation_type(flow, node)


def _declared(flow: Flow, node: ast.expr) -> Type:
    if type(node) is Constant:
        if node.value is None:
            return NONE
        return _quoted(flow, node)
    if type(node) is BinOp and type(node.op) is BitOr:
        return _one_of(flow, _alternatives(node))
    if type(node) is Subscript:
        return _generic(flow, node)
    if type(node) is Name and node.id in _BUILTINS and flow.lookup(node.id) is None:
        return _BUILTINS[node.id]
    if type(node) is Name and node.id == "Tensor" and _is_implied(flow):
        return TENSOR
    return instance_type(flow, flow.evaluate(node))


def names_object(flow: Flow, node: ast.expr) -> bool:
    """Whether an annotation that was walked names nothing but a class of a library that is not at hand, of whose instances none
    is a Tensor: ``Meshes``, ``Optional[Meshes]``."""
    if type(node) is Subscript and _leaf(node.value) == "Optional":
        return names_object(flow, node.slice)
    if type(node) is BinOp and type(node.op) is BitOr:
        left, right = node.left, node.right
        return type(right) is Constant and right.value is None and names_object(flow, left)
    found = flow.types.get(id(node), UNKNOWN)
    return found.kind == "namespace" and libraries.declares_objects(found.name)


def _is_implied(flow: Flow) -> bool:
    """Whether ``Tensor`` is torch's without being imported, as it is in the comments that TorchScript reads."""
    if not flow.source.imports_torch or flow.knows(OTHER_TENSORS):
        return False
    return flow.lookup("Tensor") is None


def instance_type(flow: Flow, found: Type) -> Type:
    """An instance of the class that ``found`` is."""
    if isinstance(found.definition, ClassInfo):
        return found.definition.instance
    if found.name == "alias" and found.items:
        late = found.definition
        return _of_later_class(flow, late) if type(late) is Constant else found.items[0]
    if found.kind == "module_class":
        # An annotation names a base: the value may be of any class below it.
        return Type("module", "" if found.name == "torch.nn.Module" else found.name)
    if found.kind == "class":
        if named_tuples.is_class(found):
            return named_tuples.instance(found.name)
        return instance_of(flow, found.name)
    if found.name in _SHAPES:
        return _SHAPES[found.name]
    if found.name in ("torch.tensor", "torch.autograd.Variable"):
        return TENSOR  # the function, written where the class is meant; what tensors with gradients were once called
    if found.name in _SELF and flow.frame.cls is not None:
        return flow.frame.cls.instance
    if found.name == "typing.Any" or found.kind != "namespace":
        return UNKNOWN
    leaf = found.name.rpartition(".")[2]
    if leaf in ("Tuple", "List", "Dict"):
        return {"Tuple": Type("tuple", "...", (UNKNOWN,)), "List": Type("list"), "Dict": Type("dict")}[leaf]
    return libraries.instance(found.name)


_SELF: Final = frozenset(["typing.Self", "typing_extensions.Self"])


def _of_later_class(flow: Flow, node: ast.Constant) -> Type:
    """An instance of a class of the file's that a type variable names in quotes, before it is there."""
    found = flow.lookup(node.value) if isinstance(node.value, str) else None
    return found.definition.instance if found is not None and isinstance(found.definition, ClassInfo) else UNKNOWN


def instance_of(flow: Flow, name: str) -> Type:
    """An instance of a torch class that is no Module."""
    kind = flow.knowledge.instance_kind(name)
    if name == PACKED.name:
        return PACKED
    if kind == "unknown":
        word = flow.knowledge.returns(name)
        return Type("other", name) if word == "other" else UNKNOWN
    if kind in ("optimizer", "scheduler", "dataset", "dataloader", "module"):
        return Type(kind, name)
    found = from_returns(kind)
    if name in ("torch.LongTensor", "torch.FloatTensor"):
        return TENSOR
    return found


def union(*types: Type) -> Type:
    """One of several declared types, each of which may be told apart later; None makes the others optional."""
    # Beside a tensor each alternative counts, whatever stands first: ``int | float | Tensor``.
    found, *others = sorted(types, key=lambda one: one.kind != "tensor")
    for one in others:
        joined = join(found, one)
        if joined.is_unknown and joined.name not in ("either", "one-of") and NONE not in (found, one):
            joined = either(found, one)
            if joined.name == "either" and (found.optional or one.optional):
                joined = joined.optionally(True)
        found = joined
    return found


def _generic(flow: Flow, node: ast.Subscript) -> Type:
    owner = node.value
    leaf = _leaf(owner)
    arguments = node.slice.elts if type(node.slice) is Tuple else [node.slice]
    if not (type(owner) is Name and flow.lookup(owner.id) is None):
        found = flow.evaluate(owner)
        if found.kind == "namespace" and found.name.startswith(SHAPED):
            return _of_shape(flow, found.name, arguments)
    if leaf in ("Literal",):
        return _literal(arguments)
    if leaf == "Union":
        return _one_of(flow, arguments)
    types = [_argument(flow, a) for a in arguments]
    if leaf == "Optional" and types:
        return join(types[0], NONE)
    if leaf in ("tuple", "Tuple"):
        if len(arguments) == 2 and type(arguments[1]) is Constant and arguments[1].value is Ellipsis:
            return Type("tuple", "...", (types[0],))
        # One item is what is declared; more are often meant: ``Tuple[Tensor]``, which is then taken apart.
        return Type("tuple", "...", (types[0],)) if len(types) == 1 else tuple_of(*types)
    if leaf in _LISTS and types:
        return list_of(types[0]) if leaf in ("list", "List") else iterator_of(types[0])
    if leaf in _ITERABLES and types:
        return iterator_of(types[0])
    if leaf in _DICTS and len(types) == 2:
        return dict_of(types[0], types[1])
    if leaf in _MARKS and types:
        return types[0]
    if leaf == "Callable" and len(types) > 1 and (types[1].kind in _NO_TENSORS or _has_tensor(types[1])):
        return callable_to(types[1])
    if leaf == "DataLoader":
        return Type("dataloader")
    if leaf in ("Type", "type") and types and types[0].kind == "tensor":
        return Type("class", "torch.Tensor")
    if leaf in ("Awaitable", "Coroutine") and types:
        return coroutine_of(types[-1])
    return UNKNOWN


def _has_tensor(declared: Type) -> bool:
    """Whether it is a tensor or holds one for certain: of what may be something else as well, use tells more."""
    return declared.kind == "tensor" or not declared.is_unknown and any(map(_has_tensor, declared.items))


def _of_shape(flow: Flow, name: str, arguments: Sequence[ast.expr]) -> Type:
    """Annotations that say a shape as well, the axes in quotes: jaxtyping's ``Float[Tensor, "batch 3"]``, torchtyping's
    ``TensorType["batch", 3]``, NumPy's ``NDArray[float32]``."""
    if not name.startswith(_OF_ARRAYS):
        return instance_type(flow, Type("namespace", name))
    found = _declared(flow, arguments[0])
    return UNKNOWN if name.endswith(".PyTree") else found


def _one_of(flow: Flow, nodes: Sequence[ast.expr]) -> Type:
    """One of several. Who writes ``Tensor | Any`` has tensors there as a rule, and others that need no name."""
    types = [_declared(flow, one) for one in nodes]
    if TENSOR in types and any(_leaf(one) == "Any" for one in nodes):
        return OUTPUT
    return union(*types)


def _alternatives(node: ast.expr) -> list[ast.expr]:
    """The parts of ``int | float | Tensor``, in their order."""
    found: list[ast.expr] = []
    while type(node) is BinOp and type(node.op) is BitOr:
        found.append(node.right)
        node = node.left
    return [node, *reversed(found)]


def _leaf(node: ast.expr) -> str:
    return node.attr if type(node) is Attribute else node.id if type(node) is Name else ""


def _argument(flow: Flow, node: ast.expr) -> Type:
    if type(node) is List:  # what a ``Callable`` takes
        for one in node.elts:
            _declared(flow, one)
        return UNKNOWN
    return _declared(flow, node)


def _literal(arguments: list[ast.expr]) -> Type:
    kinds = {type(a.value) for a in arguments if type(a) is Constant}
    if kinds == {str}:
        return STR
    return INT if kinds == {int} else UNKNOWN


def _quoted(flow: Flow, node: ast.Constant) -> Type:
    """A quoted annotation. Where its text stands in the file as it is, its names are uses like any others."""
    text = node.value
    if not isinstance(text, str) or len(text) > _LONGEST_QUOTED:
        return UNKNOWN
    expression = flow.source.quoted(node)
    if expression is not None:
        return _declared(flow, expression)
    try:
        expression = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return UNKNOWN
    uses, types = flow.uses, flow.types
    flow.uses, flow.types = {}, {}
    try:
        return _declared(flow, expression)
    finally:
        flow.uses, flow.types = uses, types
