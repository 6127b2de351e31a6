"""``torch.func``: functions made of functions, and what calling them gives. Source: torch.func's documentation."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mindport.semantics.arguments import Arguments
from mindport.semantics.handing import handed
from mindport.semantics.joining import element
from mindport.semantics.types import OUTPUT, STR, TENSOR, UNKNOWN, Type, callable_to, dict_of, tuple_of
from mindport.syntax.nodes import Constant, Tuple

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_OF_FUNC: Final = ("vmap", "grad", "grad_and_value", "jacrev", "jacfwd", "hessian", "vjp", "jvp", "linearize", "functionalize",
                   "stack_module_state")  # fmt: skip
NAMES: Final = frozenset(["torch.vmap", *(f"torch.func.{one}" for one in _OF_FUNC)])
_WEIGHTS: Final = dict_of(STR, TENSOR)


@dataclass(frozen=True, eq=False)
class Derived:
    """``definition`` of what a transform makes of a function. ``place``: of the argument that is derived by, None for several;
    ``auxiliary``: the function gives something beside what is derived."""

    transform: str
    callee: Type
    node: ast.expr
    place: int | None = 0
    auxiliary: bool = False


def transformed(flow: Flow, name: str, given: Arguments) -> Type:
    """What a call of one of ``NAMES`` gives."""
    leaf = name.rpartition(".")[2]
    function = given.get(0, "func") or UNKNOWN
    if leaf == "stack_module_state":
        return tuple_of(_WEIGHTS, _WEIGHTS)
    if leaf == "functionalize":
        return function
    auxiliary = _is_true(given.node(-1, "has_aux"))
    if leaf in ("vjp", "jvp", "linearize"):
        return _at_once(flow, leaf, function, given, auxiliary)
    place: int | None = 0
    asked = given.node(1, "argnums")
    if type(asked) is Constant and type(asked.value) is int:
        place = asked.value
    elif type(asked) is Tuple:
        place = None
    return Type("function", "", (), False, Derived(leaf, function, given.call.func, place, auxiliary))


def result(flow: Flow, derived: Derived, given: Arguments, value: Type) -> Type:
    """What calling a derived function gives; ``value``: what the function itself does."""
    if derived.transform == "vmap":
        return OUTPUT if value.is_unknown else value
    beside = value.items[1] if derived.auxiliary and value.kind == "tuple" and len(value.items) > 1 else UNKNOWN
    value = value.items[0] if derived.auxiliary and value.kind == "tuple" and value.items else value
    of = given.get(derived.place, "") if derived.place is not None else None
    found = _gradient(of) if of is not None else Type("tuple", "...", (TENSOR,)) if derived.place is None else OUTPUT
    if derived.transform in ("jacrev", "jacfwd", "hessian") and value.kind not in ("tensor", "unknown"):
        found = OUTPUT  # as many as the function gives
    if derived.transform == "grad_and_value":
        return tuple_of(found, tuple_of(value, beside) if derived.auxiliary else value)
    return tuple_of(found, beside) if derived.auxiliary else found


def _gradient(of: Type) -> Type:
    """The gradient by a value has its form."""
    if of.kind == "tensor":
        return TENSOR
    if of.kind == "dict":
        return _WEIGHTS
    if of.kind == "tuple":
        return Type("tuple", "...", (TENSOR,)) if of.name == "..." else tuple_of(*map(_gradient, of.items))
    return OUTPUT


def _at_once(flow: Flow, leaf: str, function: Type, given: Arguments, auxiliary: bool) -> Type:
    """``vjp(f, x)``, ``jvp(f, (x,), (v,))``, ``linearize(f, x)``: what the function gives, and a derived one or its value."""
    if leaf == "jvp":
        primals = given.get(1, "primals") or UNKNOWN
        inputs = list(primals.items) if primals.kind == "tuple" and primals.name == "" else [element(primals)]
    else:
        inputs = given.positional[1:]
    value = handed(flow, given.call, function, inputs)
    beside: tuple[Type, ...] = ()
    if auxiliary and value.kind == "tuple" and len(value.items) > 1:
        value, beside = value.items[0], (value.items[1],)
    value = OUTPUT if value.is_unknown else value
    if leaf == "vjp":
        return tuple_of(value, callable_to(Type("tuple", "...", (TENSOR,))), *beside)
    return tuple_of(value, value if leaf == "jvp" else callable_to(value), *beside)


def _is_true(node: ast.expr | None) -> bool:
    return type(node) is Constant and node.value is True
