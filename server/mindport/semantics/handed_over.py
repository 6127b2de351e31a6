"""Functions that are handed to another one, which calls them: ``apply(batch, lambda x: x.to(device))``.

What a parameter is called with is either declared (``func: Callable[[torch.Tensor], …]``) or shows when the body is walked. Where
these are tensors is kept with the function, by the parameter's name and the place of the argument.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, Final

from mindport.semantics.annotations import declared_type
from mindport.semantics.arguments import Arguments
from mindport.semantics.definitions import Frame, FunctionInfo, LambdaInfo
from mindport.semantics.lambdas import call_lambda
from mindport.semantics.types import NUMPY, TENSOR, UNKNOWN, Type
from mindport.semantics.variables import leaf, makes_of_data
from mindport.syntax.below import nodes_of
from mindport.syntax.nodes import BinOp, Call, List, Name, Starred, Subscript, Tuple

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_NOWHERE: Final[frozenset[str]] = frozenset()
_PUT_TOGETHER: Final = frozenset([BinOp, Subscript])
_OF_SEVERAL: Final = frozenset(["Optional", "Union"])


def keep(flow: Flow, function: FunctionInfo, frame: Frame) -> None:
    """Keeps where a function that was walked in ``frame`` calls its parameters with tensors. Effect: where that is news,
    has its callers walked again."""
    found = _NOWHERE
    if frame.handed:
        found = frozenset([key for key, kind in frame.handed.items() if kind == "tensor"])
    arguments = function.node.args
    for each in (arguments.posonlyargs, arguments.args, arguments.kwonlyargs):
        for argument in each:
            # Most parameters are annotated by a name, or not at all.
            taken = _taken(argument.annotation) if type(argument.annotation) in _PUT_TOGETHER else None
            if taken is not None:
                kinds = [declared_type(flow, one).kind for one in taken.elts]
                found |= {_key(argument.arg, place) for place, kind in enumerate(kinds) if kind == "tensor"}
    if found != function.calls_with_tensors:
        flow.assign(function, "calls_with_tensors", found)
        flow.tell_callers(function)


def _taken(annotation: ast.expr | None) -> ast.List | None:
    """``[A, B]`` of ``Callable[[A, B], R]``, which may be optional."""
    if type(annotation) is BinOp:
        return _taken(annotation.left) or _taken(annotation.right)
    if type(annotation) is not Subscript:
        return None
    name, inner = leaf(annotation.value), annotation.slice
    if name in _OF_SEVERAL:
        parts = inner.elts if type(inner) is Tuple else [inner]
        return next((found for found in map(_taken, parts) if found is not None), None)
    if name == "Callable" and type(inner) is Tuple and inner.elts and type(inner.elts[0]) is List:
        return inner.elts[0]
    return None


def note(flow: Flow, name: str, given: Arguments) -> None:
    """Notes what the running function calls one of its parameters with."""
    function = flow.frame.function
    if function is None or name not in function.positional:
        return
    for place, found in enumerate(given.positional):
        key = _key(name, place)
        known = flow.frame.handed.get(key, found.kind)
        flow.frame.handed[key] = found.kind if known == found.kind else ""


def hands_over(given: Arguments) -> bool:
    """Whether a call gives a function for something."""
    for one in given.positional:
        if one.kind == "function":
            return True
    return bool(given.keywords) and any(one.kind == "function" for one in given.keywords.values())


def given(
    flow: Flow, arguments: Arguments, function: FunctionInfo, *, hidden: int
) -> Iterator[tuple[FunctionInfo, Arguments, bool]]:
    """Walks the lambdas that a call hands to a function that was walked, and gives the functions that it hands over: each with
    what it is called with, and whether it is bound to an object. ``hidden``: parameters that are given already."""
    if any(map(_is_of_arrays, (*arguments.positional, *arguments.keywords.values()))):
        return  # whatever is declared, these are handed on
    names = function.positional[hidden:]
    for place, value in enumerate(arguments.call.args):
        if type(value) is Starred or place >= len(names):
            break
        yield from _handed(flow, arguments.call, function, names[place], value)
    for keyword in arguments.call.keywords:
        if keyword.arg is not None:
            yield from _handed(flow, arguments.call, function, keyword.arg, keyword.value)


def _is_of_arrays(value: Type) -> bool:
    return (
        value.kind == "ndarray"
        or value == NUMPY
        or value.kind in ("dict", "list")
        and any(map(_is_of_arrays, value.items))
    )


def _handed(
    flow: Flow, call: ast.Call, function: FunctionInfo, name: str, value: ast.expr
) -> Iterator[tuple[FunctionInfo, Arguments, bool]]:
    found = flow.types.get(id(value), UNKNOWN)
    if found.kind != "function" or not isinstance(found.definition, (FunctionInfo, LambdaInfo)):
        return
    arguments = found.definition.node.args
    bound = bool(found.items)
    own = [*arguments.posonlyargs, *arguments.args][bound:]
    types: list[Type] = [
        TENSOR if flow.takes_tensor(function, _key(name, place)) else UNKNOWN for place in range(len(own))
    ]
    if TENSOR not in types:
        return
    if isinstance(found.definition, FunctionInfo):
        stand_in = ast.Call(call.func, [ast.Constant(None)] * len(types), [])
        yield found.definition, Arguments(stand_in, types, {}), bound
    elif not _makes_tensors_of(found.definition.node.body, {one.arg for one in own}):
        call_lambda(flow, found.definition, types)


def by_class(flow: Flow, cls: Type, value: Type) -> None:
    """``{torch.Tensor: lambda x: …, np.ndarray: lambda x: …}``: what is called by the class of what it is called with."""
    if cls.name == "torch.Tensor" and isinstance(value.definition, LambdaInfo):
        call_lambda(flow, value.definition, [TENSOR])


def _makes_tensors_of(body: ast.expr, names: Container[str]) -> bool:
    """Whether an expression makes tensors of one of these variables, which is none then: ``torch.from_numpy(x)``."""
    for node in nodes_of([body]):
        if type(node) is Call and node.args and makes_of_data(node.func):
            if type(node.args[0]) is Name and node.args[0].id in names:
                return True
    return False


def _key(name: str, place: int) -> str:
    return f"{name}(){place}"
