"""The trainers of transformers and trl: what they hold, and what they give to the methods that they call (facts of
transformers 5.23 and trl 1.16)."""

from __future__ import annotations

from typing import Final

from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.semantics.libraries import modules
from mindport.semantics.libraries.objects import ACCELERATOR, TOKENIZER
from mindport.semantics.types import MODULE, OUTPUT, STR, UNKNOWN, Type, dict_of

_ROOTS: Final = ("transformers.", "trl.")
_TRAINERS: Final = ("Trainer",)
_STEPS: Final = frozenset(
    ["compute_loss", "training_step", "prediction_step", "_prepare_inputs", "_prepare_input", "floating_point_ops"]
)
_INPUTS: Final = dict_of(STR, OUTPUT)
_HELD: Final = {
    "model": MODULE,
    "model_wrapped": MODULE,
    "optimizer": Type("optimizer"),
    "lr_scheduler": Type("scheduler"),
    "accelerator": ACCELERATOR,
    "processing_class": TOKENIZER,
    "tokenizer": TOKENIZER,
}


def given(function: FunctionInfo, name: str) -> Type:
    """What a parameter of a method is that a trainer calls: the Module, or its inputs by their names; unknown of any other."""
    if function.cls is None:
        return UNKNOWN
    if name == "model" and function.name.startswith("on_"):
        return MODULE if modules.derives(function.cls, _ROOTS, ("TrainerCallback",)) else UNKNOWN
    if (
        name not in ("model", "inputs")
        or function.name not in _STEPS
        or not modules.derives(function.cls, _ROOTS, _TRAINERS)
    ):
        return UNKNOWN
    return MODULE if name == "model" else _INPUTS


def held(cls: ClassInfo, name: str) -> Type:
    """An attribute that an object has from a library's trainer; unknown of any other."""
    found = _HELD.get(name)
    return found if found is not None and modules.derives(cls, _ROOTS, _TRAINERS) else UNKNOWN
