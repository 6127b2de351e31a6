"""Pipelines and noise schedulers of diffusers: the Modules and other parts that a pipeline registers are its attributes (facts of
its documentation, version 0.42)."""

from __future__ import annotations

from typing import Final

from mindport.semantics.definitions import ClassInfo
from mindport.semantics.libraries import modules
from mindport.semantics.libraries.objects import NOISE
from mindport.semantics.types import OUTPUT, TENSOR, UNKNOWN, Type, callable_to
from mindport.semantics.word_sets import words
from mindport.syntax.below import nodes_of
from mindport.syntax.nodes import Attribute, Call

_TENSORS: Final = words("timesteps sigmas betas alphas alphas_cumprod")
_MAKING: Final = words("add_noise get_velocity scale_model_input scale_noise")
_STEPS: Final = words("step step_pred step_correct")
_ROOTS: Final = ("diffusers.",)
_PIPELINES: Final = ("Pipeline",)


def member(name: str) -> Type:
    """A member of a noise scheduler."""
    if name in _TENSORS:
        return TENSOR
    return callable_to(TENSOR) if name in _MAKING else callable_to(OUTPUT) if name in _STEPS else UNKNOWN


def held(cls: ClassInfo, name: str) -> Type:
    """What ``self.register_modules(name=value)`` in the constructor makes an attribute of a pipeline; unknown of any other."""
    if not modules.derives(cls, _ROOTS, _PIPELINES):
        return UNKNOWN
    init = cls.method("__init__")
    if init is None:
        return UNKNOWN
    for node in nodes_of(init.node.body):
        if type(node) is Call and type(node.func) is Attribute and node.func.attr == "register_modules":
            for keyword in node.keywords:
                if keyword.arg == name:
                    if name == "scheduler":
                        return NOISE
                    init.flow.ensure(init)
                    return init.flow.types.get(id(keyword.value), UNKNOWN)
    return UNKNOWN
