"""``self.update(states)``, where the parameter is annotated as a tensor: what nothing else is known of is likely one."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mindport.semantics import autograd, hindsight
from mindport.semantics.annotations import declared_type
from mindport.semantics.definitions import FunctionInfo
from mindport.semantics.types import OPEN, UNKNOWN, Type
from mindport.syntax.nodes import Attribute, Call, Name, Starred, Tuple
from mindport.syntax.same_value import around, origin

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def given(flow: Flow, call: ast.Call, function: FunctionInfo, *, bound: bool) -> None:
    """Takes the variables that a call gives for what the function declares. ``bound``: the first parameter is given already."""
    if not flow.judges or not _any_open(flow, call):
        return
    arguments = function.node.args
    parameters = [*arguments.posonlyargs, *arguments.args]
    if bound:
        parameters = parameters[("staticmethod" not in function.decorators) + autograd.takes_context(function) :]
    for parameter, value in zip(parameters, call.args):
        if type(value) is Starred:
            break
        if type(value) in (Name, Call) and parameter.annotation is not None:
            _given(flow, value, function, parameter)
    for keyword in call.keywords:
        if type(keyword.value) in (Name, Call):
            for parameter in (*parameters, *arguments.kwonlyargs):
                if parameter.arg == keyword.arg and parameter.annotation is not None:
                    _given(flow, keyword.value, function, parameter)


def _any_open(flow: Flow, call: ast.Call) -> bool:
    """Whether a variable is given of which nothing is known, or not of all its parts."""
    variables = flow.frame.vars
    for value in (*call.args, *[one.value for one in call.keywords]):
        if type(value) is Call and type(value.func) is Attribute and _is_open(flow.types.get(id(value), UNKNOWN)):
            return True
        known = variables.get(value.id) if type(value) is Name else None
        if known is not None and known.kind in ("unknown", "tuple"):
            return True
    return False


def _given(flow: Flow, value: ast.expr, function: FunctionInfo, parameter: ast.arg) -> None:
    if type(value) is Call:
        if _is_open(flow.types.get(id(value), UNKNOWN)) and _takes_tensor(flow, function, parameter.arg):
            hindsight.made_by_tensor(flow, value)  # ``shown(x.cpu())``
        return
    if type(value) is not Name:
        return
    known = flow.frame.vars.get(value.id)
    if known is None:
        return
    if _is_open(known):
        if _takes_tensor(flow, function, parameter.arg):
            hindsight.likely(flow, value)
    elif known.kind == "tuple" and function.flow is flow and any(map(_is_open, known.items)):
        _parts(flow, value, parameter.annotation)


def _takes_tensor(flow: Flow, function: FunctionInfo, name: str) -> bool:
    """Whether the function takes a parameter for a tensor. Effect: has it walked."""
    flow.ensure(function)
    return flow.takes_tensor(function, name)


def _parts(flow: Flow, value: ast.Name, annotation: ast.expr | None) -> None:
    """``batch = images, labels``, where the parameter is annotated with ``tuple[Tensor, ...]``."""
    function = flow.frame.function
    if function is None or annotation is None:
        return
    declared = declared_type(flow, annotation)
    body = flow.body_of(function.node)
    known = flow.frame.known_statements()
    made = origin(body, value.id, value, known)
    if declared.kind != "tuple" or not declared.items or type(made) is not Tuple:
        return
    several = declared.name == "..."
    if not several and len(declared.items) != len(made.elts):
        return
    for place, part in enumerate(made.elts):
        said = declared.items[0 if several else place]
        if type(part) is not Name or said.kind != "tensor" or not _is_open(flow.frame.vars.get(part.id, UNKNOWN)):
            continue
        if any(one is part for one in around(body, part.id, value, known)):  # it has the same value still
            hindsight.likely(flow, part)


def _is_open(known: Type) -> bool:
    return known.kind == "unknown" and known.name in OPEN
