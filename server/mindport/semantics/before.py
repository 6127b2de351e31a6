"""What was read of a value before something was done with it that shows what it is."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics import array_free
from mindport.semantics.likelihood import OTHER_TENSORS
from mindport.semantics.types import OPEN, OUTPUT, TENSOR
from mindport.syntax.below import parameters_of
from mindport.syntax.nodes import Attribute, Call, Name
from mindport.syntax.own_names import is_test
from mindport.syntax.same_value import around

if TYPE_CHECKING:
    from mindport.semantics.definitions import FunctionInfo
    from mindport.semantics.flow import Flow


def read_before(flow: Flow, node: ast.Name) -> None:
    """``if x.dim() > 2: x.unsqueeze(0)``: brings up to date what was read of a variable before it was known, where that is one
    value: the variable is assigned once, or not in between."""
    function = flow.frame.function
    if not flow.is_in_code or flow.knows(OTHER_TENSORS):
        return
    if function is not None and any(one.arg == node.id for one in parameters_of(function.node.args)):
        return
    names = flow.own_names(function)
    if node.id in names.tested or any(array_free.turns(one, node.id) for one in names.assigned.get(node.id, ())):
        return
    found: Sequence[ast.AST] = names.attributes.get(node.id, ())
    if found and names.stores[node.id] > 1:
        body, known = flow.own_body(function), flow.frame.known_statements()
        found = [one for one in around(body, node.id, node, known) if type(one) is Attribute]
    _bring_up_to_date(flow, function, node.id, found)


def asserted(flow: Flow, node: ast.Assert) -> None:
    """``assert x.shape == shape; assert isinstance(x, torch.Tensor)``: what was read of a value, between its assignment and the
    assertion, was a tensor's, unless something else asks what it is."""
    test, function = node.test, flow.frame.function
    if function is None or type(test) is not Call or not is_test(test):
        return
    name = test.args[0]
    assert type(name) is Name
    known = flow.types.get(id(name), OUTPUT)
    if known.kind != "unknown" or known.name not in OPEN or flow.frame.vars.get(name.id) != TENSOR:
        return
    body = flow.body_of(function.node)
    read = around(body, name.id, name, flow.frame.known_statements())
    found = [one for one in read if getattr(one, "lineno", node.lineno) < node.lineno]
    if not any(is_test(one) and one.args[0].id == name.id for one in found):  # type: ignore[attr-defined]
        _bring_up_to_date(flow, function, name.id, found)


def _bring_up_to_date(flow: Flow, function: FunctionInfo | None, name: str, found: Sequence[ast.AST]) -> None:
    """Takes members that are read of a variable, in nodes where it is a tensor, for a Tensor's."""
    from mindport.semantics.undecided import member

    own = flow.own_names(function)
    calls, beyond = own.calls, own.beyond
    role, flow.role = flow.role, "reference"
    for one in found:
        if type(one) is not Attribute or type(one.value) is not Name or one.value.id != name or id(one) in flow.uses:
            continue
        known = flow.types.get(id(one.value), OUTPUT)
        if known.kind == "unknown" and known.name in OPEN and one.attr not in _OF_ANYTHING:
            its = member(flow, OUTPUT, one, calls.get(id(one)))
            for other in beyond.get(id(one), ()) if its.kind == "tensor" or its == OUTPUT else ():
                if id(other) not in flow.uses:
                    member(flow, OUTPUT, other, calls.get(id(other)))
    flow.role = role


_OF_ANYTHING: Final = frozenset(["name", "names", "values", "index", "indices", "copy"])
