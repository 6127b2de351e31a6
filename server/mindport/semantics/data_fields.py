"""All fields of an object of a data class: ``getattr(self, one.name) for one in fields(self)``, ``asdict(self).values()``."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mindport.semantics.definitions import ClassInfo
from mindport.semantics.joining import record_of
from mindport.semantics.types import DICT, UNKNOWN, Type, tuple_of
from mindport.syntax.nodes import AnnAssign, Attribute, Name

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

LIBRARIES: Final = frozenset(["dataclasses", "attr", "attrs"])
_FIELD: Final = "dataclasses.Field"
_MOST: Final = 48


@dataclass(frozen=True)
class _Of:
    """``definition`` of a field, or of one of several: of which class."""

    cls: ClassInfo


def library(flow: Flow, name: str, value: Type) -> Type:
    """What one of these libraries' functions gives for an object, or for its class."""
    cls = value.definition
    if not isinstance(cls, ClassInfo):
        return UNKNOWN
    leaf = name.rpartition(".")[2]
    if leaf == "fields":
        return Type("tuple", "...", (Type("other", _FIELD, (), False, _Of(cls)),))
    if leaf not in ("asdict", "astuple") or value.kind in ("class", "module_class"):
        return UNKNOWN
    held = {one: _copied(flow.own_attribute(cls, one) or UNKNOWN) for one in _names(cls)}
    if not held:
        return UNKNOWN
    return record_of(held) if leaf == "asdict" else tuple_of(*held.values())


def named(flow: Flow, node: ast.Attribute) -> Sequence[str]:
    """The names that ``one.name`` may be, of a field of a class."""
    field = flow.types.get(id(node.value), UNKNOWN) if node.attr == "name" else UNKNOWN
    return _names(field.definition.cls) if isinstance(field.definition, _Of) else ()


def _copied(value: Type) -> Type:
    """What holds tensors becomes a dict of them, too."""
    return DICT if isinstance(value.definition, ClassInfo) else value


def _names(cls: ClassInfo) -> Sequence[str]:
    """The fields of a class and of those above it; none where one of those is not known."""
    found: dict[str, None] = {}
    for one in reversed(cls.lineage()):
        if any(base.kind == "namespace" and not base.name.startswith(_WITHOUT_FIELDS) for base in one.bases):
            return ()
        for statement in one.node.body:
            if (
                type(statement) is AnnAssign
                and type(statement.target) is Name
                and not _is_of_class(statement.annotation)
            ):
                found[statement.target.id] = None
    return tuple(found) if len(found) <= _MOST else ()


_WITHOUT_FIELDS: Final = ("typing", "abc", "builtins", "collections", "enum")


def _is_of_class(annotation: ast.expr) -> bool:
    """``ClassVar[int]``, which is no field."""
    node = getattr(annotation, "value", annotation)
    if type(node) is Attribute:
        return node.attr == "ClassVar"
    return type(node) is Name and node.id == "ClassVar"
