"""Accelerate: what an ``Accelerator`` makes of what it is given (facts of version 1.15)."""

from __future__ import annotations

import ast
from typing import Final

from mindport.semantics.arguments import Arguments
from mindport.semantics.libraries.objects import ACCELERATOR
from mindport.semantics.types import DEVICE, OUTPUT, STR, TENSOR, UNKNOWN, Type, dict_of
from mindport.semantics.word_sets import words
from mindport.syntax.nodes import Attribute, Name

_GATHERING: Final = words("gather gather_for_metrics reduce pad_across_processes")
_TELLING: Final = words("gather_for_metrics pad_across_processes")
"""Of these, names that nothing else has."""
_METHODS: Final = _GATHERING | {"unwrap_model", "get_state_dict", "clip_grad_norm_"}


def member(name: str) -> Type:
    """A member of it."""
    if name == "device":
        return DEVICE
    return Type("function", f"{ACCELERATOR.name}.{name}", (ACCELERATOR,)) if name in _METHODS else UNKNOWN


def method(leaf: str, given: Arguments) -> Type:
    """What one of its methods gives."""
    if leaf in _GATHERING:
        return _as_given(given)
    if leaf == "unwrap_model":
        return given.first if given.first.kind == "module" else UNKNOWN
    if leaf == "get_state_dict":
        return dict_of(STR, TENSOR)
    return OUTPUT if leaf == "clip_grad_norm_" else UNKNOWN


def unseen(callee: ast.Attribute, given: Arguments) -> Type:
    """The same of an accelerator that comes from elsewhere, by what is called: ``self.accelerator.gather(loss)``."""
    if callee.attr not in _GATHERING:
        return UNKNOWN
    owner = callee.value
    name = owner.attr if type(owner) is Attribute else owner.id if type(owner) is Name else ""
    return _as_given(given) if callee.attr in _TELLING or name.endswith("accelerator") else UNKNOWN


def _as_given(given: Arguments) -> Type:
    """What is gathered has the form of what each process has."""
    first = given.first
    return first.present() if first.kind in ("tensor", "tuple", "list", "dict") or first == OUTPUT else UNKNOWN
