"""What was read of a value before something was done with it that shows what it is."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics.likelihood import OTHER_TENSORS
from mindport.semantics.types import OPEN, OUTPUT, TENSOR
from mindport.syntax.below import own_nodes, parameters_of
from mindport.syntax.nodes import Attribute, Call, Load, Name
from mindport.syntax.same_value import around

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def read_before(flow: Flow, node: ast.Name) -> None:
    """``if x.dim() > 2: x.unsqueeze(0)``: brings up to date what was read of a variable before it was known, where that is one
    value: the variable is assigned once, or not in between."""
    function = flow.frame.function
    if (
        function is None
        or flow.knows(OTHER_TENSORS)
        or any(one.arg == node.id for one in parameters_of(function.node.args))
    ):
        return
    body = flow.body_of(function.node)
    found = [one for one in own_nodes(body) if type(one) in (Name, Attribute, Call)]
    if any(_tests(one, node.id) for one in found):
        return
    stored = [one for one in found if type(one) is Name and one.id == node.id and type(one.ctx) is not Load]
    if len(stored) > 1:
        found = [one for one in around(body, node.id, node) if type(one) in (Attribute, Call)]
    _bring_up_to_date(flow, node.id, found)


def asserted(flow: Flow, node: ast.Assert) -> None:
    """``assert x.shape == shape; assert isinstance(x, torch.Tensor)``: what was read of a value, between its assignment and the
    assertion, was a tensor's, unless something else asks what it is."""
    test, function = node.test, flow.frame.function
    if function is None or type(test) is not Call or not test.args or not _tests(test, getattr(test.args[0], "id", "")):
        return
    name = test.args[0]
    assert type(name) is Name
    known = flow.types.get(id(name), OUTPUT)
    if known.kind != "unknown" or known.name not in OPEN or flow.frame.vars.get(name.id) != TENSOR:
        return
    body = flow.body_of(function.node)
    found = [one for one in around(body, name.id, name) if getattr(one, "lineno", node.lineno) < node.lineno]
    if not any(_tests(one, name.id) for one in found):
        _bring_up_to_date(flow, name.id, [one for one in found if type(one) in (Attribute, Call)])


def _bring_up_to_date(flow: Flow, name: str, found: Sequence[ast.AST]) -> None:
    """Takes members that are read of a variable, in nodes where it is a tensor, for a Tensor's."""
    from mindport.semantics.undecided import member

    calls = {id(one.func): one for one in found if type(one) is Call}
    role, flow.role = flow.role, "reference"
    for one in found:
        if type(one) is not Attribute or type(one.value) is not Name or one.value.id != name or id(one) in flow.uses:
            continue
        known = flow.types.get(id(one.value), OUTPUT)
        if known.kind == "unknown" and known.name in OPEN and one.attr not in _OF_ANYTHING:
            member(flow, OUTPUT, one, calls.get(id(one)))
    flow.role = role


def _tests(node: ast.AST, name: str) -> bool:
    """Whether it asks what the variable is: it may be something else in other places, then."""
    if type(node) is not Call or type(node.func) is not Name or node.func.id not in _TESTS or not node.args:
        return False
    first = node.args[0]
    return type(first) is Name and first.id == name


_OF_ANYTHING: Final = frozenset(["name", "names", "values", "index", "indices", "copy"])
_TESTS: Final = frozenset(["isinstance", "hasattr", "callable", "type", "is_tensor"])
