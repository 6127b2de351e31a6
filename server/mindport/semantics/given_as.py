"""Variables that the code hands to the user's own functions as what is no tensor.

    for batch in loader:
        batch = batch.to(device)      # no Tensor's
        loss = training_step(batch)   # which reads ``batch.input_ids``

What the function does with its parameter tells, or what it declares it to be; or that it computes with it, as with a tensor.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics import variables
from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.semantics.exports import Exports
from mindport.semantics.journal import answer
from mindport.semantics.usage import Uses, scan
from mindport.semantics.word_sets import words
from mindport.syntax.below import parameters_of
from mindport.syntax.nodes import Attribute, BinOp, BitOr, Constant, Name, Subscript, Tuple
from mindport.syntax.own_names import TESTS

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_CALLED: Final = ("forward", "__call__")
_DICTS: Final = words("dict Dict Mapping MutableMapping")
_CHOICES: Final = words("Union Optional")


def is_another(flow: Flow, node: ast.Name, known: variables.Members) -> bool:
    """Whether a variable is given to a function, a method or a Module of the user's own that takes it for no tensor."""
    for call, place in known.given(node):
        taker = _taker(flow, call.func)
        if taker is None:
            continue
        name = place if isinstance(place, str) else _parameter(taker, place)
        if name and answer(flow.journal, takes_another, taker, name):
            return True
    return False


def takes_another(function: FunctionInfo, name: str) -> bool:
    """Whether a function reads of a parameter what no tensor has, without asking what it is, or declares it a dict and no
    tensor."""
    parameter = next((one for one in parameters_of(function.node.args) if one.arg == name), None)
    if parameter is None:
        return False  # one of ``**kwargs``
    choices = _choices(parameter.annotation) if parameter.annotation is not None else set()
    if any("Tensor" in one for one in choices):
        return False
    if not choices.isdisjoint(_DICTS):
        return True
    nodes = function.flow.nodes_of(function.node)
    if any(type(one) is Name and one.id == name and type(one.ctx) is not ast.Load for one in nodes):
        return False
    known = variables.Members(nodes)
    if any(
        variables.leaf(call.func) in TESTS or variables.leaf(call.func) == "getattr"
        for call, _ in known.given_named(name)
    ):
        return False
    done = known.named(name)
    if not done.isdisjoint(_ASKED):
        return False
    members = function.flow.knowledge.tensor_members
    return any(one == "[]" or one not in members and one.isidentifier() and one[0] != "_" for one in done)


_ASKED: Final = frozenset(["[tried]", "[data]"])


def is_computed_with(flow: Flow, callee: ast.expr, position: int) -> bool:
    """Whether the user's function that takes it there computes with it or slices it, and does nothing that a tensor does not
    have."""
    taker = _taker(flow, callee)
    name = _parameter(taker, position) if taker is not None and position >= 0 else ""
    if taker is None or not name:
        return False
    return answer(flow.journal, computes, taker, name)


def is_computed_by_name(flow: Flow, callee: ast.expr, name: str) -> bool:
    """The same of what is given for a parameter by its name."""
    taker = _taker(flow, callee)
    if taker is None or not any(one.arg == name for one in parameters_of(taker.node.args)):
        return False
    return answer(flow.journal, computes, taker, name)


def computes(function: FunctionInfo, name: str) -> bool:
    """Whether a function computes with a parameter, as with a tensor."""
    uses = scan(function.flow.nodes_of(function.node), [name])[0][name]
    return is_used_as_tensor(function.flow, uses)


def is_used_as_tensor(flow: Flow, uses: Uses) -> bool:
    """Whether something is computed with, sliced or asked for its shape, and used as neither a Module nor a container."""
    return may_be_tensor(flow, uses) and (uses.speaks or uses.sliced or uses.arithmetic or "shape" in uses.attributes)


def may_be_tensor(flow: Flow, uses: Uses) -> bool:
    """Whether something is used as neither a Module nor a container, nor asked for what no tensor has."""
    if uses.called or uses.keyed or uses.speaks_module or uses.tested:
        return False
    return uses.attributes <= flow.knowledge.tensor_members


def _choices(annotation: ast.expr) -> set[str]:
    """The names of what an annotation offers: ``Dict`` and ``Batch`` of ``Union[Dict[str, Tensor], Batch]``."""
    if type(annotation) is BinOp and type(annotation.op) is BitOr:
        return _choices(annotation.left) | _choices(annotation.right)
    if type(annotation) is Subscript:
        name = variables.leaf(annotation.value)
        if name not in _CHOICES:
            return {name}
        parts = annotation.slice.elts if type(annotation.slice) is Tuple else [annotation.slice]
        return {name for one in parts for name in _choices(one)}
    if type(annotation) is Constant:
        return {str(annotation.value)}  # ``"torch.Tensor"``
    return {variables.leaf(annotation)}


def _taker(flow: Flow, callee: ast.expr) -> FunctionInfo | None:
    """The user's own function that a call runs; None for all else."""
    if type(callee) is Name:
        found = flow.lookup(callee.id)
        if found is None:
            return None
        if isinstance(found.definition, FunctionInfo):
            return found.definition if found.definition.cls is None else None
        return _method(found.definition, _CALLED) if found.kind in ("module", "other") else None
    if type(callee) is Attribute and type(callee.value) is Name:
        owner = flow.lookup(callee.value.id)
        if owner is None:
            return None
        if owner.kind == "namespace" and isinstance(owner.definition, Exports):
            its = owner.definition.get(callee.attr)
            return its.definition if its is not None and isinstance(its.definition, FunctionInfo) else None
        return _method(owner.definition, (callee.attr,)) if owner.kind in ("module", "other") else None
    return None


def _method(cls: object, names: tuple[str, ...]) -> FunctionInfo | None:
    if not isinstance(cls, ClassInfo):
        return None
    return next((found for found in map(cls.method, names) if found is not None), None)


def _parameter(function: FunctionInfo, position: int) -> str:
    """Name of the parameter that takes a call's argument at ``position``."""
    own = function.positional[function.cls is not None and "staticmethod" not in function.decorators :]
    return own[position] if position < len(own) else ""
