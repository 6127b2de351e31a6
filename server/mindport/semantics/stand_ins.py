"""Names that one branch takes from torch and another from a library, ``from apex.normalization import FusedLayerNorm`` or torch's
``LayerNorm``: either does the same, so that what is said of torch's holds, though it may not be what runs."""

from __future__ import annotations

import sys
from ast import stmt
from collections.abc import Sequence
from types import NoneType
from typing import Final

from mindport.semantics.definitions import ClassInfo
from mindport.semantics.imports import CHOSEN, IMPORTED, LABELS, NAMED, STAND_IN
from mindport.semantics.knowledge import family
from mindport.semantics.likelihood import ARRAYS
from mindport.semantics.types import UNKNOWN, Type
from mindport.syntax.nodes import Constant, Expr, FunctionDef, Lambda, Pass, Raise, Return

_NONE_OF_THESE: Final = frozenset([*ARRAYS, "einops", "builtins", *sys.stdlib_module_names])
"""Libraries of which a function does not do what one of torch's does with its tensors."""
_APIS: Final = ("module_class", "class", "function")


def keep_torchs(states: Sequence[dict[str, Type]], joined: dict[str, Type]) -> None:
    """Fills in what names stand for where branches meet that took them from torch and from a library."""
    for name, value in joined.items():
        if value is UNKNOWN or value.name == "one-of":
            found = _of_torch([state[name] for state in states if name in state])
            if found is not None:
                brought = found.definition in (IMPORTED, NAMED, STAND_IN)
                joined[name] = found.defined_by(STAND_IN if brought else CHOSEN)


def instead_of_classes(states: Sequence[dict[str, Type]], joined: dict[str, Type]) -> None:
    """Where the first branch makes a class of a library's, and another imports torch's by its name, it is torch's."""
    for name, value in states[0].items():
        cls = value.definition
        if isinstance(cls, ClassInfo) and any(
            base.kind == "namespace" and _may_stand_in(base.name) for base in cls.bases
        ):
            others = [state[name] for state in states[1:] if name in state]
            found = next((one for one in others if one.definition == IMPORTED and _is_api(one)), None)
            if found is not None:
                joined[name] = found.defined_by(STAND_IN)


def one_of(first: Type, second: Type) -> Type | None:
    """The same for an expression that is one of two."""
    if first.kind != "namespace" and second.kind != "namespace":
        return None
    if {first.name, second.name} == {"torch", "torch.cuda"} and first.kind == second.kind:
        return first if first.name == "torch" else second  # ``(torch.cuda if gpu else torch).FloatTensor``
    found = _of_torch([first, second])
    return found.defined_by(None) if found is not None else None


def _of_torch(values: Sequence[Type]) -> Type | None:
    found: Type | None = None
    beside = False
    for value in values:
        if value.kind == "namespace" and value.definition is None and _may_stand_in(value.name):
            beside = True
        elif isinstance(value.definition, ClassInfo) and _does_nothing(value.definition):
            beside = True
        elif not _is_api(value) or found is not None and found != value:
            return None
        else:
            found = value
    return found if beside else None


def _does_nothing(cls: ClassInfo) -> bool:
    """Whether a class only stands for one of torch's where torch is not there: it takes all it is given, and does nothing."""
    methods = [one for one in cls.node.body if type(one) is FunctionDef]
    return (
        not cls.node.bases
        and any(one.name == "__init__" and one.args.vararg and one.args.kwarg for one in methods)
        and all(isinstance(one, (Pass, Expr, FunctionDef)) for one in cls.node.body)
        and all(_is_idle(statement) for one in methods for statement in one.body)
    )


def _is_idle(statement: stmt) -> bool:
    if type(statement) is Return:
        return isinstance(statement.value, (Constant, Lambda, NoneType))
    return isinstance(statement, (Pass, Raise)) or type(statement) is Expr and type(statement.value) is Constant


def _is_api(value: Type) -> bool:
    if value.kind not in _APIS or value.items or value.optional or not family(value.name):
        return False
    return value.definition is None or value.definition in LABELS


def _may_stand_in(name: str) -> bool:
    """Whether it is a name of a library, not the library itself, which may well do what torch's does."""
    top, _, inside = name.partition(".")
    return bool(inside) and not family(name) and top not in _NONE_OF_THESE


def is_imported(value: Type) -> bool:
    """Whether an import of something has given a variable its value."""
    return value.kind == "namespace" or value.definition == IMPORTED
