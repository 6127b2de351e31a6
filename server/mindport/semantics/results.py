"""What a function returns, by the walk of its body and by its annotation."""

from __future__ import annotations

from collections.abc import Sequence

from mindport.semantics.definitions import Frame, FunctionInfo
from mindport.semantics.joining import by_length, join_all
from mindport.semantics.moving import as_given, gives_back
from mindport.semantics.types import GIVEN, ITSELF, NONE, UNKNOWN, Type, coroutine_of, iterator_of
from mindport.syntax.nodes import AsyncFunctionDef, Constant, Expr, Pass


def result_of(function: FunctionInfo, frame: Frame, falls_through: bool, annotated: Type | None) -> Type:
    """What the function returns. ``frame``: of the walk of its body, ``falls_through``: control came out at its end."""
    if frame.yields:
        result = iterator_of(join_all(frame.yields))
    else:
        values = [*frame.returns, NONE] if falls_through and not _is_stub(function) else frame.returns
        result = join_all(values)
        result = _of_several_lengths(result, values, function.returns)
    if frame.calls_itself:
        result = _without_itself(result)
    if annotated is not None:
        result = _declared(result, annotated)
    if frame.calls_itself and gives_back(function):
        return as_given(result if result != GIVEN else UNKNOWN)
    if result == GIVEN:
        return UNKNOWN
    return coroutine_of(result) if type(function.node) is AsyncFunctionDef and not frame.yields else result


def _without_itself(value: Type) -> Type:
    """What a function returns, of whose own results nothing was known: for others, these are unknown."""
    if value.name == ITSELF.name and value == ITSELF:
        return UNKNOWN
    parts = tuple(map(_without_itself, value.items))
    return value if parts == value.items else value.of(*parts)


def _declared(found: Type, annotated: Type) -> Type:
    """What a function returns, where its annotation says more than its body; also of the parts of a tuple."""
    if found.name == "one-of" and annotated.name == "one-of":
        return found
    if found.is_unknown or annotated.kind == "tensor":
        return annotated if not annotated.is_unknown or annotated.name else found
    if found.kind == annotated.kind == "tuple" and found.name == annotated.name == "":
        if len(found.items) == len(annotated.items):
            parts = tuple(_declared(one, its) for one, its in zip(found.items, annotated.items))
            return found.of(*parts) if parts != found.items else found
    return found


def _of_several_lengths(found: Type, values: Sequence[Type], before: Type) -> Type:
    """A tuple of some length, with the tuples that it may be."""
    if found.kind != "tuple" or found.name != "..." or any(one.kind != "tuple" or one.name for one in values):
        return found
    several = by_length(values)
    if several is None:
        return found
    return found.defined_by(before.definition if before.definition == several else several)


def _is_stub(function: FunctionInfo) -> bool:
    """``...``, ``pass`` or a docstring alone: an interface that says nothing of what it returns."""
    return all(type(s) is Pass or (type(s) is Expr and type(s.value) is Constant) for s in function.node.body)
