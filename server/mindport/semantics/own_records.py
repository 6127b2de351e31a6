"""Classes of the user's own that are tuples or dicts with named parts: ``NamedTuple``, ``TypedDict``, and what derives from
``namedtuple("State", "q p")``."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics import named_tuples
from mindport.semantics.definitions import ClassInfo
from mindport.semantics.joining import fields_of
from mindport.semantics.types import OUTPUT, UNKNOWN, Type, tuple_of
from mindport.syntax.nodes import AnnAssign, Constant, Name, Starred

if TYPE_CHECKING:
    from mindport.semantics.arguments import Arguments
    from mindport.semantics.flow import Flow

_TUPLES: Final = frozenset(["typing.NamedTuple", "typing_extensions.NamedTuple"])
_PLAIN_DICTS: Final = frozenset(["builtins.dict", "collections.OrderedDict", "collections.UserDict"])
_DICTS: Final = frozenset(["typing.TypedDict", "typing_extensions.TypedDict"])


def part(flow: Flow, cls: ClassInfo, index: ast.expr, position: int | None) -> Type:
    """``pair[0]``, ``batch["image"]``. ``position``: what the index says, where it is a number."""
    if position is not None and is_tuple(cls):
        names = _names(cls)
        name = names[position] if -len(names) <= position < len(names) else None
    else:
        keyed = type(index) is Constant and (_is_any(cls, _DICTS) or gives_attributes(cls))
        text = index.value if keyed else None  # type: ignore[attr-defined]
        name = text if isinstance(text, str) else None
    return (flow.attribute_of(cls, name) or UNKNOWN) if name is not None else UNKNOWN


def taken_apart(flow: Flow, value: Type) -> Type:
    """A value as a tuple of its parts, where it is a named tuple."""
    cls = value.definition
    if not isinstance(cls, ClassInfo) or value.kind in ("class", "module_class") or not is_tuple(cls):
        return value
    return tuple_of(*(flow.attribute_of(cls, name) or UNKNOWN for name in _names(cls)))


def is_tuple(cls: ClassInfo) -> bool:
    """Whether the class is a named tuple."""
    return _is_any(cls, _TUPLES) or bool(_made(cls))


def construct(flow: Flow, cls: ClassInfo, given: Arguments) -> None:
    """What a call of a class puts into a dict whose items are attributes, or into the parts of a tuple of which only the names
    are said: likely tensors, as other calls may give something else."""
    if gives_attributes(cls):
        for name, value in {**fields_of(given.first), **given.keywords}.items():
            flow.assign_attribute(cls, name, value, flow.site(given.call))
        return
    names = _made(cls)
    if not names or cls.method("__new__") is not None:
        return
    values = dict(given.keywords)
    for name, node, value in zip(names, given.call.args, given.positional):
        if type(node) is Starred:
            break
        values[name] = value
    for name in names:
        value = values.get(name, UNKNOWN)
        if not value.is_unknown or value == OUTPUT:
            found = OUTPUT if value.kind == "tensor" else value
            flow.assign_attribute(cls, name, found, flow.site(given.call))


def gives_attributes(cls: ClassInfo) -> bool:
    """Whether the class is a dict whose items are read like attributes: ``__getattr__ = dict.get``."""
    if not _is_any(cls, _PLAIN_DICTS):
        return False
    return cls.method("__getattr__") is not None or any(name in cls.attributes for name in ("__getattr__", "__dict__"))


def _made(cls: ClassInfo) -> Sequence[str]:
    """The parts of a tuple whose class a call makes, from which the class derives."""
    for one in cls.lineage():
        for base in one.bases:
            if named_tuples.is_class(base):
                return named_tuples.parts(base)
    return ()


def _is_any(cls: ClassInfo, bases: frozenset[str]) -> bool:
    return any(base.name in bases for one in cls.lineage() for base in one.bases)


def _names(cls: ClassInfo) -> Sequence[str]:
    """The parts in their order: a named tuple's heirs have no more."""
    made = _made(cls)
    if made:
        return made
    for one in cls.lineage():
        if any(base.name in _TUPLES for base in one.bases):
            found = [statement.target for statement in one.node.body if type(statement) is AnnAssign]
            return [target.id for target in found if type(target) is Name]
    return ()
