"""Lightning: what its trainer gives to the methods of Modules and callbacks that it calls (facts of version 2.6, and of the names
that older ones have)."""

from __future__ import annotations

import re
from typing import Final

from mindport.semantics.arguments import Arguments
from mindport.semantics.definitions import FunctionInfo
from mindport.semantics.libraries import modules
from mindport.semantics.types import BATCH, MODULE, OUTPUT, UNKNOWN, Type, list_of, tuple_of

_ROOTS: Final = ("pytorch_lightning.", "lightning.")
_STEP: Final = r"(?:training|validation|test|predict)_step"
_EPOCH_END: Final = r"(?:training|validation|test)_epoch_end"
_ON_BATCH: Final = r"on_\w+_batch_(?:start|end)"
_BY_NAME: Final = {"batch": BATCH, "outputs": OUTPUT}
_AFTER_TRAINER: Final = 2


def given(function: FunctionInfo, name: str) -> Type:
    """What a parameter of a method is that the trainer calls; unknown of any other."""
    if function.cls is None:
        return UNKNOWN
    called = function.name
    if called.endswith("_step") and re.fullmatch(_STEP, called):
        found = BATCH if _position(function, name) == 1 and not name.endswith("iter") else UNKNOWN
    elif called.endswith("_epoch_end") and re.fullmatch(_EPOCH_END, called):
        found = list_of(OUTPUT) if _position(function, name) == 1 else UNKNOWN
    elif called.startswith("on_") and name in _BY_NAME and re.fullmatch(_ON_BATCH, called):
        found = _BY_NAME[name]
    else:
        return UNKNOWN
    is_called = found != UNKNOWN and modules.derives(function.cls, _ROOTS, (".LightningModule", ".Callback"))
    return found if is_called else UNKNOWN


def set_up(name: str, given: Arguments) -> Type:
    """What Fabric makes of Modules, optimizers and loaders, by the names of its methods: each is what it was."""
    if name not in _SETTING_UP or not given.positional or given.is_open:
        return UNKNOWN
    return given.first if len(given.positional) == 1 else tuple_of(*given.positional)


_SETTING_UP: Final = frozenset(["setup_module", "setup_optimizers", "setup_dataloaders"])


def module(function: FunctionInfo, name: str) -> Type:
    """The Module that a callback's method is given; unknown of any other parameter."""
    if function.cls is None or not (name == "pl_module" or function.name.startswith("on_")):
        return UNKNOWN
    is_place = name == "pl_module" or _position(function, name) == _AFTER_TRAINER
    return MODULE if is_place and modules.derives(function.cls, _ROOTS, (".Callback",)) else UNKNOWN


def _position(function: FunctionInfo, name: str) -> int:
    arguments = function.node.args
    return next((at for at, one in enumerate([*arguments.posonlyargs, *arguments.args]) if one.arg == name), -1)
