"""Lambdas: walked where they stand, and again with the arguments of each call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics.definitions import LambdaInfo
from mindport.semantics.types import UNKNOWN, Type

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_MAX_DEPTH: Final = 8


def call_lambda(flow: Flow, info: LambdaInfo, given: Sequence[Type]) -> Type:
    """What the lambda returns for these arguments."""
    if flow.lambda_depth >= _MAX_DEPTH:
        return UNKNOWN
    if flow.journal is not None:
        flow.journal.note_mixed()  # the body may stand in another function
    frame, saved = flow.frame, flow.frame.vars
    arguments = info.node.args
    frame.vars = dict(saved)
    for name, value in info.vars.items():
        frame.vars.setdefault(name, value)
    plain = [*arguments.posonlyargs, *arguments.args]
    for index, argument in enumerate(plain):
        frame.vars[argument.arg] = given[index] if index < len(given) else UNKNOWN
    for extra in (*arguments.kwonlyargs, arguments.vararg, arguments.kwarg):
        if extra is not None:
            frame.vars[extra.arg] = UNKNOWN
    flow.lambda_depth += 1
    try:
        return flow.evaluate(info.node.body)
    finally:
        flow.lambda_depth -= 1
        frame.vars = saved
