"""The few types that matter to a migration, and how they join where control flow meets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final


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


OPEN: Final = ("", "given", "defaulted")
"""Names of types of which nothing is known."""

PARAMETER_GROUP: Final = Type("dict", "parameter-group", (STR, UNKNOWN))  # of an optimizer


def tuple_of(*items: Type) -> Type:
    return Type("tuple", "", items)


def list_of(item: Type) -> Type:
    return Type("list", "", (item,))


def dict_of(key: Type, value: Type) -> Type:
    return Type("dict", "", (key, value))


def record_of(fields: Mapping[str, Type]) -> Type:
    """A dict of which each key is known, and what stands under it; one of very many keys like any other."""
    names = sorted(fields)
    if not names or len(names) > _MOST_KEYS or any("\n" in name for name in names):
        return dict_of(STR, join_all(fields.values()))
    return Type("dict", _KEYS + "\n".join(names), (STR, *[fields[name] for name in names]))


_KEYS: Final = "keys "
_MOST_KEYS: Final = 24


def fields_of(value: Type) -> dict[str, Type]:
    """What stands under the keys of a dict of which each is known; empty for any other."""
    if value.kind != "dict" or not value.name.startswith(_KEYS):
        return {}
    return dict(zip(value.name[len(_KEYS) :].split("\n"), value.items[1:]))


def value_of(value: Type) -> Type:
    """What stands under any key of a dict."""
    return value.items[1] if len(value.items) == _A_PAIR else join_all(value.items[1:])


_A_PAIR: Final = 2


def iterator_of(item: Type) -> Type:
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


def either(*values: Type) -> Type:
    """A value that is one of several, a tensor among them; unknown where that says nothing."""
    found: list[Type] = []
    for value in values:
        for one in value.items if value.name == "either" else (value,):
            plain = one.present()
            if not any(plain == known and plain.definition is known.definition for known in found):
                found.append(plain)
    if not any(one.kind == "tensor" for one in found) or len(found) > _MOST_ALTERNATIVES:
        return UNKNOWN
    return found[0] if len(found) == 1 else Type("unknown", "either", tuple(found))


_MOST_ALTERNATIVES: Final = 5


def holds_tensors(value: Type) -> bool:
    """Whether a list, tuple or dict certainly holds tensors alone."""
    if value.kind not in ("list", "tuple", "dict") and value.name != "iterator" or not value.items:
        return False
    items = value.items[1:] if value.kind == "dict" else value.items
    return all(one.kind == "tensor" or holds_tensors(one) for one in items)


def holds_torch(value: Type) -> bool:
    """Whether a value is or holds anything of torch's."""
    return value.kind in OF_TORCH or any(map(holds_torch, value.items))


OF_TORCH: Final = frozenset(
    ["tensor", "module", "module_class", "optimizer", "scheduler", "dataset", "dataloader", "dtype", "device"]
)
"""Kinds of values that only torch makes."""


def _beside_tensors(value: Type) -> bool:
    """Whether a value that may be a tensor, or this, is worth telling from any other."""
    return value.kind in ("int", "float", "bool", "ndarray") or value == NUMBER or holds_tensors(value)


def _join_either(a: Type, b: Type) -> Type | None:
    """The join of a tensor with a number, an array or a container of tensors: known to be one of them."""
    if a.name == "either" and b.name == "either":
        return either(a, b)
    for one, other in ((a, b), (b, a)):
        if one.kind == "tensor" and _beside_tensors(other):
            return either(one, other)
        if one.name == "either" and (other.kind == "tensor" or _beside_tensors(other)):
            return either(one, other)
        if one.name == "either" and any(other == item for item in one.items):
            return one
    return None


def join(a: Type, b: Type) -> Type:
    """The type of a value that is either; unknown rather than wrong."""
    if a is b:
        return a
    # Kinds and names first, here and below: a method of one's own is called for ``==``, and this is asked very often.
    if a.kind == b.kind and a == b:
        return a if a.definition is b.definition else _join_several(a, b) or a.defined_by(None)
    if a.kind == "none":
        return b if b.kind in ("unknown", "none") else b.optionally(True)
    if b.kind == "none":
        return a if a.kind == "unknown" else a.optionally(True)
    optional = a.optional or b.optional
    if (a.name == "defaulted" or b.name == "defaulted") and DEFAULTED in (a, b):
        # The value written where the caller gives none shows what callers are to give.
        other = b if a == DEFAULTED else a
        return _general(other)
    if "tensor" in (a.kind, b.kind) or "either" in (a.name, b.name):
        found = _join_either(a, b)
        if found is not None:
            return found.optionally(True) if optional else found
    if a.kind != b.kind:
        return (_join_several(a, b) if "one-of" in (a.name, b.name) else None) or _join_kinds(a, b, optional)
    return _join_same(a, b, optional)


def _join_several(a: Type, b: Type) -> Type | None:
    """One of several of the user's functions, classes or plain objects: what is done with it reaches all of them."""
    found: list[Type] = []
    for value in (a, b):
        for one in value.items if value.name == "one-of" else (value,):
            node = getattr(one.definition, "node", None)
            of_torch = one.kind == "function" and one.name.startswith("torch.") and not one.items
            if one.kind not in _DEFINED or node is None and not of_torch:
                return None
            if not any(one == known and node is getattr(known.definition, "node", None) for known in found):
                found.append(one)
    if len(found) == 1:
        return found[0]
    return Type("unknown", "one-of", tuple(found), a.optional or b.optional) if len(found) <= _MOST_DEFINED else None


_DEFINED: Final = frozenset(["function", "class", "other"])
_MOST_DEFINED: Final = 16


def _general(value: Type) -> Type:
    if value.kind in ("module", "module_class", "function", "class"):
        return Type(value.kind)
    return value.present()


def _join_kinds(a: Type, b: Type, optional: bool) -> Type:
    kinds = {a.kind, b.kind}
    if "never" in kinds:
        return (b if a.kind == "never" else a).optionally(optional)
    if kinds == {"int", "float"}:
        return NUMBER
    if kinds == {"tuple", "shape"}:
        return Type("tuple", "...", (INT,), optional)
    if kinds == {"tuple", "list"}:
        return Type("unknown", "iterator", (element(a, b),)) if a.items and b.items else UNKNOWN
    names = (a.name, b.name)
    if kinds == {"tensor", "tuple"} and all(one.kind == "tensor" or one == OUTPUT for one in (*a.items, *b.items)):
        return OUTPUT
    if ("output" in names or "given" in names) and (
        kinds <= {"unknown", "tensor", "tuple"} and (OUTPUT in (a, b) or GIVEN in (a, b) and "tensor" in kinds)
    ):
        return OUTPUT  # what a caller gives is likely what the function puts in its place
    if "callable" in names and kinds <= {"unknown", "module_class", "module"}:
        made = [one.items[0] if one.name == "callable" else MODULE for one in (a, b)]
        return callable_to(join(*made))
    if "number" in names and NUMBER in (a, b) and kinds <= {"int", "float", "unknown"}:
        return NUMBER
    return UNKNOWN


def _join_same(a: Type, b: Type, optional: bool) -> Type:
    kind = a.kind
    if kind == "tensor":
        return Type("tensor", a.name if a.name == b.name else "", (), optional)
    if kind == "list":
        if not a.items or not b.items:
            return (a if a.items else b).optionally(optional)
        return Type("list", "", (join(a.items[0], b.items[0]),), optional)
    if kind == "dict":
        if not a.items or not b.items:
            return (a if a.items else b).optionally(optional)
        return _join_dicts(a, b).optionally(optional)
    if kind == "tuple":
        if a.name == b.name != "..." and len(a.items) == len(b.items):
            return Type("tuple", a.name, tuple(join(x, y) for x, y in zip(a.items, b.items)), optional)
        return Type("tuple", "...", (element(a, b),), optional)
    if kind == "module":
        return _join_modules(a, b, optional)
    if kind == "unknown":
        if a.name == b.name == "one-of":
            return _join_several(a, b) or UNKNOWN
        if OUTPUT in (a, b) and GIVEN in (a, b):
            return OUTPUT
        if a.name == b.name and len(a.items) == len(b.items):
            return Type("unknown", a.name, tuple(join(x, y) for x, y in zip(a.items, b.items)))
        return UNKNOWN
    base = _common_base(a, b)
    if base is not None and kind not in ("class", "module_class"):
        return base.optionally(optional)
    several = _join_several(a, b) if kind in _DEFINED else None
    if several is not None:
        return several
    if kind in ("module_class", "optimizer", "scheduler", "dataset", "dataloader", "dtype", "device"):
        return Type(kind, "", (), optional)
    if kind in ("namespace", "class", "function"):
        return UNKNOWN
    return Type(kind, "", (), optional)


def _join_dicts(a: Type, b: Type) -> Type:
    fields, others = fields_of(a), fields_of(b)
    if fields and others:
        for name, found in others.items():
            fields[name] = join(fields[name], found) if name in fields else found
        return record_of(fields)
    return dict_of(join(a.items[0], b.items[0]), join(value_of(a), value_of(b)))


def _common_base(a: Type, b: Type) -> Type | None:
    """Of two instances of the user's classes, the one whose class the other's derives from."""
    for one, other in ((a, b), (b, a)):
        lineage = getattr(one.definition, "lineage", None)
        if lineage is not None and other.definition in lineage():
            return other
    return None


def _join_modules(a: Type, b: Type, optional: bool) -> Type:
    for one, other in ((a, b), (b, a)):
        # A model that may have been wrapped to run on several devices.
        if "Parallel" in one.name and one.items and one.items[0] == other:
            return one.optionally(optional)
    base = _common_base(a, b)
    if base is not None:
        return base.optionally(optional)
    if a.name == b.name and a.definition is b.definition:
        items = (join(a.items[0], b.items[0]),) if a.items and b.items else a.items or b.items
        return Type("module", a.name, items, optional, a.definition)
    names = [*a.name.split("|"), *b.name.split("|")]
    if (
        a.definition is b.definition is None
        and len(names) <= _MOST_NAMES
        and all(n.startswith("torch.nn.") for n in names)
    ):
        return Type("module", "|".join(dict.fromkeys(names)), (), optional)
    either: dict[tuple[str, object], Type] = {}
    for value in (a, b):
        for one in value.items if value.name == EITHER_MODULE else (value,):
            if not hasattr(one.definition, "lineage") and not one.name.startswith("torch.nn."):
                return Type("module", "", (), optional)
            either.setdefault((one.name, one.definition), one.present())
    if len(either) == 1 or len(either) > _MOST_NAMES:
        return Type("module", "", (), optional)
    return Type("module", EITHER_MODULE, tuple(sorted(either.values(), key=_place)), optional)


def _place(value: Type) -> tuple[str, str, int]:
    """Puts classes in one order, whichever was met first."""
    definition: Any = value.definition
    node = getattr(definition, "node", None)
    return (value.name, str(definition.flow.source.path), node.lineno) if node is not None else (value.name, "", 0)


EITHER_MODULE: Final = "one-of"
"""Name of what is one of several Modules, the user's own among them: ``net = Small() if fast else Large()``."""
_MOST_NAMES: Final = 8


def element(*sequences: Type) -> Type:
    """The join of everything that the sequences hold; unknown when they are empty."""
    return join_all(item for sequence in sequences for item in sequence.items)


def join_all(values: Iterable[Type]) -> Type:
    """The join of all values; unknown when there are none."""
    found: Type | None = None
    for value in values:
        found = value if found is None else join(found, value)
    return UNKNOWN if found is None else found


def join_variables(states: Sequence[dict[str, Type]]) -> dict[str, Type]:
    """Variables where several paths meet; a name bound on some paths only keeps what those give it."""
    out = dict(states[0])
    for state in states[1:]:
        for name, value in state.items():
            known = out.get(name)
            if known is None:
                out[name] = value
            elif known is not value:
                out[name] = join(known, value)
    return out


_WORDS: Final = {
    "tensor": TENSOR, "tensors": TENSORS, "int": INT, "float": FLOAT, "bool": BOOL, "str": STR, "none": NONE,
    "shape": SHAPE, "dtype": DTYPE, "device": DEVICE, "ndarray": NDARRAY, "list": LIST, "dict": DICT,
    "number": NUMBER, "other": OTHER, "parameter": PARAMETER,
}  # fmt: skip
_OBJECTS: Final = frozenset(["module", "optimizer", "scheduler", "dataset", "dataloader"])
_TUPLE: Final = re.compile(r"^\((.*)\)$")


@cache
def from_returns(word: str) -> Type:
    """The type that a row's ``returns`` names; ``self`` and ``any`` are the caller's to settle and come back unknown."""
    if word in _WORDS:
        return _WORDS[word]
    if word in _OBJECTS:
        return Type(word)
    inner = _TUPLE.match(word.strip())
    if inner:
        return tuple_of(*(from_returns(part) for part in _split(inner.group(1))))
    return UNKNOWN


def _split(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for index, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts
