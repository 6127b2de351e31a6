"""Objects that hold what they are given by name, and are of no class of their own: ``SimpleNamespace(loss=loss, step=0)``."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from mindport.semantics.arguments import Arguments
from mindport.semantics.types import UNKNOWN, Type
from mindport.syntax.nodes import Name

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

MAKING: Final = frozenset(["types.SimpleNamespace", "argparse.Namespace"])
"""Classes of such objects."""
_HOLDS: Final = "holds "
_TOLD: Final = frozenset(["tensor", "tuple", "list", "dict", "module", "ndarray", "function"])
"""Kinds of which the object keeps what they are: a number or None that it begins with may be replaced by anything."""


def made(given: Arguments) -> Type:
    """What a call gives; unknown where it is given nothing that would tell."""
    return _holding(given.keywords)


def _holding(fields: Mapping[str, Type]) -> Type:
    told = {name: value for name, value in fields.items() if value.kind in _TOLD and value.definition is None}
    if not told:
        return UNKNOWN
    return Type("other", _HOLDS + "\n".join(sorted(told)), tuple([told[name] for name in sorted(told)]))


def is_one(value: Type) -> bool:
    """Whether a value is such an object, of which something is known."""
    return value.kind == "other" and value.name.startswith(_HOLDS)


def member(owner: Type, name: str) -> Type | None:
    """An attribute of such an object; None where nothing is known of it."""
    return _fields(owner).get(name)


def _fields(owner: Type) -> dict[str, Type]:
    return dict(zip(owner.name[len(_HOLDS) :].split("\n"), owner.items))


def put(flow: Flow, target: ast.Attribute, owner: Type, value: Type) -> None:
    """``state.x = x``"""
    root = target.value
    if type(root) is Name and root.id in flow.frame.vars:
        fields = _fields(owner)
        fields.pop(target.attr, None)
        flow.bind(root.id, _holding({**fields, target.attr: value}))
