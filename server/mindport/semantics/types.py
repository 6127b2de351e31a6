"""The few types that matter to a migration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


class Type:
    """What is known of a value.

    ``kind``: tensor, module, module_class, class, optimizer, scheduler, dataset, dataloader, shape, int, float, bool,
    str, none, dtype, device, ndarray, tuple, list, dict, function, namespace, other (certainly nothing of torch), unknown.
    An unknown called ``either`` is one of its ``items``, a tensor among them; one called ``one-of`` is one of several of the
    user's functions, classes or objects.
    ``name``: the canonical torch name (several joined by ``|``) or the user's name of a module, class, function, namespace.
    ``items``: elements of a tuple; one element type of a list, of a tuple called ``...``, and of a container Module;
    key and value of a dict. ``optional``: the value may also be None. ``definition``: where a user's class or function
    is defined.
    """

    # Written out: no value is made as often, and a dataclass with slots cannot be compiled (``scripts/compile.py``).
    __slots__ = ("definition", "items", "kind", "name", "optional")

    def __init__(
        self, kind: str, name: str = "", items: tuple[Type, ...] = (), optional: bool = False, definition: object = None
    ) -> None:
        self.kind = kind
        self.name = name
        self.items = items
        self.optional = optional
        self.definition = definition

    def __eq__(self, other: object) -> bool:
        """Whether two types say the same; definitions do not count."""
        if self is other:
            return True
        if not isinstance(other, Type) or self.kind != other.kind or self.name != other.name:
            return False
        return self.optional == other.optional and self.items == other.items

    def __hash__(self) -> int:
        return hash((self.kind, self.name, self.items, self.optional))

    def __repr__(self) -> str:
        return f"Type({self.kind!r}, {self.name!r}, {self.items!r}, {self.optional!r})"

    def __reduce__(self) -> tuple[type[Type], tuple[object, ...]]:
        return Type, (self.kind, self.name, self.items, self.optional, self.definition)

    @property
    def certain_kind(self) -> str:
        """``kind``, or ``unknown`` where the value may also be None."""
        return "unknown" if self.optional else self.kind

    @property
    def is_unknown(self) -> bool:
        return self.kind == "unknown"

    def named(self, name: str) -> Type:
        return Type(self.kind, name, self.items, self.optional, self.definition)

    def present(self) -> Type:
        """The type once None is ruled out."""
        return self.optionally(False)

    def optionally(self, optional: bool) -> Type:
        """The type, whether the value may be None or not."""
        if optional == self.optional:
            return self
        return Type(self.kind, self.name, self.items, optional, self.definition)

    def of(self, *items: Type) -> Type:
        """The type with other elements."""
        return Type(self.kind, self.name, items, self.optional, self.definition)

    def defined_by(self, definition: object) -> Type:
        """The type with another definition."""
        return Type(self.kind, self.name, self.items, self.optional, definition)


@dataclass(frozen=True)
class Alternatives:
    """Tuples of several lengths, of which a function returns one: how it is taken apart tells which."""

    tuples: tuple[Type, ...]


UNKNOWN: Final = Type("unknown")
TENSOR: Final = Type("tensor")
PARAMETER: Final = Type("tensor", "torch.nn.Parameter")
MODULE: Final = Type("module")
SHAPE: Final = Type("shape")
INT: Final = Type("int")
FLOAT: Final = Type("float")
BOOL: Final = Type("bool")
STR: Final = Type("str")
NONE: Final = Type("none")
DTYPE: Final = Type("dtype")
DEVICE: Final = Type("device")
NDARRAY: Final = Type("ndarray")
LIST: Final = Type("list")
DICT: Final = Type("dict")
OTHER: Final = Type("other")
NEVER: Final = Type("never")
"""No value: the code is not reached with what is known of the variable. It has no members, and joins leave it out."""
ARRAY_OF_ANOTHER: Final = Type("never", "array")  # of a library that computes where torch does not; so its parts are
TENSORS: Final = Type("tuple", "...", (TENSOR,))
PAIR: Final = Type("tuple", "", (TENSOR, TENSOR))
NUMBER: Final = Type("unknown", "number")  # a Python number, of which kind is open
NUMPY: Final = Type("unknown", "numpy")  # an array or a scalar of NumPy's
PACKED: Final = Type(
    "other", "torch.nn.utils.rnn.PackedSequence"
)  # what holds tensors, and is given to recurrent layers
OUTPUT: Final = Type(
    "unknown", "output"
)  # likely a tensor, or what holds tensors: made of tensors by something unknown
BATCH: Final = Type("unknown", "batch")  # what a DataLoader yields: tensors once unpacked
GIVEN: Final = Type("unknown", "given")  # a parameter, or made of tensors elsewhere: nothing else is known
DEFAULTED: Final = Type("unknown", "defaulted")  # a parameter whose default is None


CUT: Final = Type("unknown", "cut")  # what slices of several dimensions give of something unknown: a tensor or an array


BESIDE: Final = Type("unknown", "beside")  # no tensor, of what may be one: a list of tensors, for one
FOREIGN: Final = Type("unknown", "foreign")  # an object of a library's own class, which is no tensor
NO_TENSORS: Final = ("beside", "foreign")
ITSELF: Final = Type("unknown", "itself")  # what a function gives that calls itself, before it is known
OPEN: Final = ("", "given", "defaulted", "cut", "itself", *NO_TENSORS)
"""Names of types of which nothing is known."""

COMPUTING: Final = Type(
    "function", "computing"
)  # one that makes tensors of tensors, as one of torch's does that it stands for
PARAMETER_GROUP: Final = Type("dict", "parameter-group", (STR, UNKNOWN))  # of an optimizer
EITHER_MODULE: Final = "one-of"
"""Name of what is one of several Modules, the user's own among them: ``net = Small() if fast else Large()``."""


def share(types: dict[int, Type]) -> None:
    """Has equal types be one, for what is kept: of a long file's values most are alike. Effect: changes ``types``."""
    known: dict[Type, Type] = {}
    for node, value in types.items():
        if not _is_defined(value):
            types[node] = known.setdefault(value, value)


def _is_defined(value: Type) -> bool:
    """Whether a definition belongs to a type or its items: it does not count where types are compared."""
    return value.definition is not None or any(map(_is_defined, value.items))


def tuple_of(*items: Type) -> Type:
    """A tuple of so many items."""
    return Type("tuple", "", items)


def list_of(item: Type) -> Type:
    """A list of any length."""
    return Type("list", "", (item,))


def dict_of(key: Type, value: Type) -> Type:
    """A dict of any keys."""
    return Type("dict", "", (key, value))


def iterator_of(item: Type) -> Type:
    """What gives items one by one."""
    return Type("unknown", "iterator", (item,))


def callable_to(result: Type) -> Type:
    """Something that can be called, be it a function or a Module."""
    return Type("unknown", "callable", (result,))


def coroutine_of(result: Type) -> Type:
    """What ``await`` makes of that; nothing is known of it where nothing is known of that."""
    return Type("unknown", "coroutine", (result,)) if result != UNKNOWN else UNKNOWN


def awaited(value: Type) -> Type:
    """What ``await`` gives."""
    return value.items[0] if value.name == "coroutine" else UNKNOWN


def context_of(given: Type) -> Type:
    """Something that is entered by ``with``, which gives that."""
    return Type("unknown", "context", (given,))


def holds_tensors(value: Type) -> bool:
    """Whether a list, tuple or dict certainly holds tensors alone."""
    if value.kind not in ("list", "tuple", "dict") and value.name != "iterator" or not value.items:
        return False
    items = value.items[1:] if value.kind == "dict" else value.items
    return all(one.kind == "tensor" or holds_tensors(one) for one in items)


def holds_torch(value: Type) -> bool:
    """Whether a value is or holds anything of torch's, as what a DataLoader yields does."""
    return value.kind in OF_TORCH or value == BATCH or any(map(holds_torch, value.items))


OF_TORCH: Final = frozenset(
    ["tensor", "module", "module_class", "optimizer", "scheduler", "dataset", "dataloader", "dtype", "device"]
)
"""Kinds of values that only torch makes."""
