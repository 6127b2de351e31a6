"""How types join where control flow meets, and dicts of known keys, whose other values join."""

from __future__ import annotations

from ast import Lambda
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from mindport.semantics.types import (
    DEFAULTED,
    EITHER_MODULE,
    GIVEN,
    INT,
    MODULE,
    NDARRAY,
    NUMBER,
    NUMPY,
    OPEN,
    OTHER,
    OUTPUT,
    STR,
    UNKNOWN,
    Alternatives,
    Type,
    callable_to,
    dict_of,
    holds_tensors,
    iterator_of,
)


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


def _beside_tensors(value: Type) -> bool:
    """Whether a value that may be a tensor, or this, is worth telling from any other."""
    return value.kind in _BESIDE or value == NUMBER or holds_tensors(value)


_BESIDE: Final = frozenset(["int", "float", "bool", "ndarray", "tuple", "list", "dict", "str"])


def _join_either(a: Type, b: Type) -> Type | None:
    """The join of a tensor with a number, an array or a container: known to be one of them."""
    found = _either_of(a, b)
    if found is None or found.name != "either" or found in (a, b) or len(found.items) <= _A_PAIR:
        return found
    # A third would be known or not by which two met first: a list and a number are not told apart once they are joined.
    return None if any(one.kind in CONTAINERS and not holds_tensors(one) for one in found.items) else found


CONTAINERS: Final = frozenset(["list", "dict", "str"])


def _either_of(a: Type, b: Type) -> Type | None:
    if a.name == "either" and b.name == "either":
        return either(a, b)
    for one, other in ((a, b), (b, a)):
        if one.name == "either" and other.kind in ("list", "dict"):
            alike = next((item for item in one.items if item.kind == other.kind), None)
            if alike is not None:
                return either(*(item for item in one.items if item is not alike), join(alike, other.present()))
        if other.name == "numpy" and other == NUMPY:
            other = NDARRAY
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
        if a.definition is not b.definition:
            if a.definition == b.definition and not a.items:
                return a  # the same version of torch's
            if a.kind == "module" and a.definition is not None and b.definition is not None:
                return _join_modules(a, b, a.optional)  # ``A().to(device) if small else B().to(device)``
            several = _join_several(a, b) if a.kind not in _SEQUENCES else None
            return several or _with_lengths(a.defined_by(None), a, b)
        return a if not a.items or _holds_the_same(a, b) else _join_same(a, b, a.optional)
    if a.kind == "none":
        return b if b.kind in ("unknown", "none") else b.optionally(True)
    if b.kind == "none":
        return a if a.kind == "unknown" else a.optionally(True)
    if a.name == "itself" or b.name == "itself":
        return b if a.name == "itself" else a
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
        several = _join_several(a, b) if "one-of" in (a.name, b.name) or _SEVERAL & {a.kind, b.kind} else None
        return several or _join_kinds(a, b, optional)
    return _join_same(a, b, optional)


def _holds_the_same(a: Type, b: Type) -> bool:
    """Whether two values that are alike hold the same functions and classes, too: pairs of lambdas are alike."""
    if a.kind not in _HOLDING:
        return True
    for one, other in zip(a.items, b.items):
        if one is not other and (
            one.definition is not other.definition or one.items and not _holds_the_same(one, other)
        ):
            return False
    return True


_HOLDING: Final = frozenset(["tuple", "list", "dict"])


def _join_several(a: Type, b: Type) -> Type | None:
    """One of several of the user's functions, classes or plain objects: what is done with it reaches all. Or an object, or
    the tuple that stands for it: ``return Output(x) if return_dict else (x,)``. Or a dict of tensors, or a list or tuple: losses
    in training, and what was found otherwise."""
    found: list[Type] = []
    tuples: list[Type] = []
    dicts: list[Type] = []
    for value in (a, b):
        for one in value.items if value.name == "one-of" else (value,):
            node = getattr(one.definition, "node", None)
            of_torch = one.kind in _OF_TORCH and one.name.startswith("torch.") and not one.items
            if one.kind in _SEQUENCES:
                tuples.append(one)
            elif one.kind == "dict":
                dicts.append(one)
            elif not _is_object(one) and (one.kind not in _DEFINED or node is None and not of_torch):
                return None
            elif not any(one == known and node is getattr(known.definition, "node", None) for known in found):
                found.append(one)
    optional = a.optional or b.optional
    if dicts:
        if found or not tuples or not any(map(holds_tensors, (*dicts, *tuples))):
            return None
        found.append(join_all(dicts))
    elif any(one.kind == "list" for one in tuples):
        return None
    if tuples:
        several = join_all(tuples)
        if not found or several.kind not in _SEQUENCES or not dicts and not all(map(_is_object, found)):
            return None
        found.append(several)
    if len(found) == 1:
        return found[0]
    return Type("unknown", "one-of", tuple(found), optional) if len(found) <= _MOST_DEFINED else None


def _is_object(value: Type) -> bool:
    return value.kind in ("other", "unknown") and hasattr(value.definition, "lineage")


_SEVERAL: Final = frozenset(["tuple", "dict"])


def as_tuple(value: Type) -> Type:
    """What is taken apart or indexed, of a value that is one of several: the tuple or list, if one of them is."""
    return next((one for one in value.items if one.kind in _SEQUENCES), value)


def as_dict(value: Type) -> Type:
    """What is indexed by a string: the dict, if one of them is."""
    return next((one for one in value.items if one.kind == "dict"), value)


def as_objects(value: Type, name: str = "") -> Sequence[Type]:
    """What has members, one of this ``name``, or is called, of a value that is one of several."""
    if any(one.kind == "dict" for one in value.items):
        return [one for one in value.items if hasattr(dict if one.kind == "dict" else list, name)]
    return [one for one in value.items if one.kind != "tuple"]


_DEFINED: Final = frozenset(["function", "class", "other"])
_OF_TORCH: Final = frozenset(["function", "class"])
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
    if kinds == {"module", "function"}:  # ``self.norm = nn.BatchNorm1d(n) if norm else lambda x: x``
        module, function = (a, b) if a.kind == "module" else (b, a)
        if type(getattr(function.definition, "node", None)) is Lambda:
            return module.optionally(optional)
    names = (a.name, b.name)
    if "iterator" in names and not kinds.isdisjoint(_SEQUENCES):
        return iterator_of(element(a, b)).optionally(optional)  # ``xs: Sequence[T]``, then a list of them
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
    if kinds <= _OF_NUMPY and (NUMPY in (a, b) or "ndarray" in kinds and "unknown" not in kinds):
        return NUMPY
    return OTHER if kinds <= _PLAIN and not (holds_tensors(a) or holds_tensors(b)) else UNKNOWN


_PLAIN: Final = frozenset(["ndarray", "int", "float", "bool", "str", "bytes", "list", "tuple", "dict", "set"])
_OF_NUMPY: Final = frozenset(["ndarray", "int", "float", "bool", "unknown"])


_SEQUENCES: Final = frozenset(["list", "tuple"])


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
        return _with_lengths(Type("tuple", "...", (element(a, b),), optional), a, b)
    if kind == "module":
        return _join_modules(a, b, optional)
    if kind == "unknown":
        if a.name == b.name == "one-of":
            return _join_several(a, b) or UNKNOWN
        if OUTPUT in (a, b) and GIVEN in (a, b):
            return OUTPUT
        if NUMPY in (a, b) and NUMBER in (a, b):
            return NUMPY
        if a.name == b.name and len(a.items) == len(b.items):
            return Type("unknown", a.name, tuple(join(x, y) for x, y in zip(a.items, b.items)))
        return UNKNOWN
    base = _common_base(a, b)
    if base is not None and kind not in ("class", "module_class"):
        return base.optionally(optional)
    several = _join_several(a, b) if kind in _DEFINED else None
    if several is not None:
        return several
    if kind == "dataset":
        return _join_datasets(a, b, optional)
    if kind in ("module_class", "optimizer", "scheduler", "dataloader", "dtype", "device"):
        return Type(kind, "", (), optional)
    if kind in ("namespace", "class", "function"):
        # Which differ in that one may be None: ``lib = None``, then ``global lib``, ``lib = torch``.
        alike = a.name == b.name and a.items == b.items and a.definition is b.definition
        return a.optionally(True) if alike else UNKNOWN
    return Type(kind, "", (), optional)


def by_length(tuples: Iterable[Type]) -> Alternatives | None:
    """One tuple for each of several lengths; None where they have one length, or too many."""
    lengths: dict[int, Type] = {}
    for one in tuples:
        known = lengths.get(len(one.items))
        lengths[len(one.items)] = one if known is None else join(known, one)
    return Alternatives(tuple(lengths.values())) if 1 < len(lengths) <= _MOST_LENGTHS else None


_MOST_LENGTHS: Final = 4


def _with_lengths(joined: Type, a: Type, b: Type) -> Type:
    """What one of two models gives that each give one of several tuples, by how that is taken apart."""
    if not (isinstance(a.definition, Alternatives) or isinstance(b.definition, Alternatives)):
        return joined
    found: list[Type] = []
    for value in (a, b):
        found += value.definition.tuples if isinstance(value.definition, Alternatives) else (value,)
    return joined if any(one.name for one in found) else joined.defined_by(by_length(found))


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


def _join_datasets(a: Type, b: Type, optional: bool) -> Type:
    """One of several data sets, each with samples of its own."""
    found: list[Type] = []
    for value in (a, b):
        for one in value.items if value.name == EITHER_MODULE else (value,):
            plain = one.present()
            if not any(plain == known and plain.definition is known.definition for known in found):
                found.append(plain)
    if len(found) == 1:
        return found[0].optionally(optional)
    if len(found) > _MOST_NAMES or not all(one.items or hasattr(one.definition, "lineage") for one in found):
        return Type("dataset", "", (), optional)
    return Type("dataset", EITHER_MODULE, tuple(sorted(found, key=_place)), optional)


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


def carried_on(head: Mapping[str, Type], after: Mapping[str, Type], joined: Mapping[str, Type]) -> dict[str, Type]:
    """Variables that a loop makes a tensor of, of which nothing is known before it: ``for layer in self.layers: x = layer(x)``.
    In a Module they are likely tensors all along."""
    return {
        name: OUTPUT
        for name, value in head.items()
        if value.kind == "unknown"
        and value.name in _UNTOLD
        and ((its := after.get(name, value)).kind == "tensor" or its.name == OUTPUT.name)
        and joined[name].kind == "unknown"
        and joined[name].name in OPEN
    }


_UNTOLD: Final = ("", "given")
