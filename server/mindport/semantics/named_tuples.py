"""Tuples with named parts whose class is made by a call: ``Pair = namedtuple("Pair", "image label")``.

Such a tuple goes by its parts alone, so that each keeps what it was made of; classes that derive from ``NamedTuple`` are
classes like others (``own_records``).
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics.arguments import Arguments
from mindport.semantics.joining import join_all, record_of
from mindport.semantics.types import DICT, STR, UNKNOWN, Type, callable_to
from mindport.syntax.nodes import Constant, List, Starred, Tuple

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

MAKING: Final = frozenset(["collections.namedtuple", "typing.NamedTuple", "typing_extensions.NamedTuple"])
"""Functions that make such a class."""
_NAMED: Final = "named "
_A_FIELD: Final = 2  # its name and its type


def made(given: Arguments) -> Type:
    """The class; without names where they are not written out."""
    return Type("class", _NAMED + "\n".join(_fields(given.node(1, "field_names") or given.node(1, "fields"))))


def is_class(value: Type) -> bool:
    """Whether a value is such a class."""
    return value.kind == "class" and value.name.startswith(_NAMED)


def construct(flow: Flow, cls: Type, given: Arguments) -> Type:
    """The tuple that a call of the class gives."""
    names = parts(cls)
    if not names:
        held = [one for node, one in zip(given.call.args, given.positional) if type(node) is not Starred]
        return Type("tuple", "...", (join_all([*held, *given.spread, *given.keywords.values()]),))
    values: list[Type] = []
    for node, found in zip(given.call.args, given.positional):
        if type(node) is not Starred:
            values.append(found)
            continue
        spread = flow.types.get(id(node.value), UNKNOWN)
        if spread.kind != "tuple" or spread.name == "...":
            break
        values += spread.items
    fields = {**dict(zip(names, values)), **given.keywords}
    return Type("tuple", cls.name, tuple([fields.get(name, UNKNOWN) for name in names]))


def instance(name: str) -> Type:
    """What an annotation with the class says."""
    names = parts(Type("class", name))
    return Type("tuple", name, (UNKNOWN,) * len(names)) if names else Type("tuple", "...", (UNKNOWN,))


def member(owner: Type, name: str) -> Type | None:
    """An attribute of such a tuple; None where it is none, or has no such part."""
    names = parts(owner)
    if name == "__class__":
        return Type("class", owner.name if names else _NAMED)
    if name in names:
        return owner.items[names.index(name)]
    if not names:
        return None
    if name == "_asdict":
        return callable_to(record_of(dict(zip(names, owner.items))))
    if name == "_replace":
        return callable_to(instance(owner.name))
    return {"_fields": Type("tuple", "...", (STR,)), "_field_defaults": DICT}.get(name)


def parts(value: Type) -> list[str]:
    """The names of its parts."""
    return value.name[len(_NAMED) :].split("\n") if value.name.startswith(_NAMED) and value.name != _NAMED else []


def _fields(node: ast.expr | None) -> Sequence[str]:
    """The names in ``"image label"``, ``["image", "label"]`` or ``[("image", Tensor), ("label", Tensor)]``."""
    if type(node) is Constant and isinstance(node.value, str):
        return node.value.replace(",", " ").split()
    if not isinstance(node, (List, Tuple)):
        return ()
    kept = [one.elts[0] if type(one) is Tuple and len(one.elts) == _A_FIELD else one for one in node.elts]
    names = [one.value for one in kept if type(one) is Constant and isinstance(one.value, str)]
    return names if len(names) == len(kept) else ()
