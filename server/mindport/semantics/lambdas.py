"""Lambdas: walked where they stand, and again with the arguments of each call."""

from __future__ import annotations

import ast
from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics.definitions import LambdaInfo
from mindport.semantics.types import UNKNOWN, Type
from mindport.semantics.written import Written, strings
from mindport.syntax.nodes import Starred

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_MAX_DEPTH: Final = 8
_MOST_CALLS: Final = 200  # within one that is called: such as clean up after each other call all of each other


def call_lambda(flow: Flow, info: LambdaInfo, given: Sequence[Type], nodes: Sequence[ast.expr] = ()) -> Type:
    """What the lambda returns for these arguments. ``nodes``: those of the call, where one is written out."""
    running = flow.lambdas_running
    flow.lambda_calls = flow.lambda_calls + 1 if running else 0
    if info.node in running:
        return UNKNOWN
    if (len(running) >= _MAX_DEPTH or flow.lambda_calls > _MOST_CALLS) and id(info.node.body) in flow.types:
        return UNKNOWN  # it was walked where it stands, so that none of its names is missed
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
    running.append(info.node)
    written, frame.written = frame.written, _strings(flow, plain, nodes)
    try:
        return flow.evaluate(info.node.body)
    finally:
        running.pop()
        if len(given) == len(plain):
            _keep_filled(saved, frame.vars, {one.arg for one in plain})
        frame.vars, frame.written = saved, written


def _keep_filled(saved: dict[str, Type], inner: Mapping[str, Type], own: Container[str]) -> None:
    """What the lambda put into lists and dicts around it stays there."""
    for name, value in saved.items():
        found = inner[name]
        if found is not value and found.kind in ("list", "dict") and value.kind == found.kind and name not in own:
            saved[name] = found


def _strings(flow: Flow, parameters: Sequence[ast.arg], nodes: Sequence[ast.expr]) -> dict[str, Written]:
    """Strings that a call writes out, by the names of the parameters that they are given to."""
    found: dict[str, Written] = {}
    for parameter, node in zip(parameters, nodes):
        if type(node) is Starred:
            break
        its = strings(flow, node)
        if its:
            found[parameter.arg] = Written(tuple(its))
    return found
