"""Types as files exchange them: without the definitions of the file that they come from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from mindport.semantics.libraries import objects
from mindport.semantics.torch_names import FAMILIES
from mindport.semantics.types import (
    BATCH,
    EITHER_MODULE,
    FOREIGN,
    NUMBER,
    NUMPY,
    OUTPUT,
    UNKNOWN,
    Type,
    callable_to,
    holds_tensors,
    holds_torch,
)

OBJECT: Final = "object-of"
"""Kind of an object whose class another file defines."""
_AT: Final = "::"
_PLAIN: Final = frozenset(["tensor", "int", "float", "bool", "str", "none", "dtype", "device", "ndarray", "shape"])


def portable(value: Type) -> Type:
    """A type without the definitions of the file that it comes from; unknown where nothing is left."""
    if value.kind in _PLAIN:
        name = value.name if value.kind != "tensor" or value.name.startswith("torch.") else ""
        return Type(value.kind, name, (), value.optional)
    if value.kind == "unknown" and not value.name:
        return UNKNOWN
    if value in (OUTPUT, NUMBER, NUMPY, BATCH) or objects.is_held(value) and not value.items:
        return value
    if value.kind in ("list", "tuple", "dict") or value.name in ("either", "iterator"):
        return Type(value.kind, value.name, tuple(portable(one) for one in value.items), value.optional)
    if value.kind == "module":
        if value.definition is None:
            return Type("module", value.name, (), value.optional)
        return _object(value, Type("module", "", (), value.optional))
    if value.kind in ("dataloader", "dataset"):
        items = tuple(portable(one) for one in value.items if value.name != EITHER_MODULE)
        return Type(value.kind, "", () if UNKNOWN in items else items, value.optional)
    if value.kind in ("optimizer", "scheduler"):
        return Type(value.kind, "", (), value.optional)
    if value.kind == "function":
        return _made_by(value)
    if value.name == "callable":
        return callable_to(portable(value.items[0]))
    if value.kind == "namespace":  # a library that is handed over: torch's own, ``svd(torch, x)``
        return value if value.definition is None and value.name.partition(".")[0] in FAMILIES else UNKNOWN
    return _object(value, UNKNOWN) if value.kind == "other" and value.definition is not None else UNKNOWN


def _made_by(function: Type) -> Type:
    """A function that is handed on, by what it gives: tensors, whatever it is called with."""
    found: Any = function.definition
    if not hasattr(found, "calls_with_tensors") or found.decorators:
        return UNKNOWN
    returns: Type = found.returns
    if not (returns.kind == "tensor" or holds_tensors(returns)):
        return UNKNOWN
    given = [*found.seeds.values(), *[site.given for site in found.elsewhere]]
    if any(holds_torch(one) or one == OUTPUT for site in given for one in site.values()):
        return UNKNOWN  # of arrays it may make arrays
    return callable_to(portable(returns))


def _object(value: Type, otherwise: Type) -> Type:
    """An object by the file and name of its class; ``otherwise`` where no other file reaches that."""
    place: tuple[Path, str] | None = getattr(value.definition, "place", None)
    if place is None:
        return otherwise
    return Type(OBJECT, f"{key(place[0])}{_AT}{place[1]}", (otherwise,), value.optional)


def is_object(value: Type) -> bool:
    """Whether a type is that of an object whose class another file defines."""
    return value.kind == OBJECT


def class_of(value: Type) -> tuple[Path, str]:
    """File and name of the class of such an object; its item is what it is where that cannot be read."""
    path, _, name = value.name.rpartition(_AT)
    return Path(path), name


def portable_all(given: Mapping[str, Type]) -> dict[str, Type]:
    """What a call gives, by parameter; of a class, that it is no tensor."""
    return {name: FOREIGN if value.kind in _CLASSES else portable(value) for name, value in given.items()}


_CLASSES: Final = ("class", "module_class")


def key(path: Path) -> str:
    """How a file is named among files."""
    return str(path.absolute())
