"""What a ``with`` statement gives to the name behind ``as``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mindport.semantics import running
from mindport.semantics.decorators import MANAGERS, OPAQUE
from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.semantics.libraries import objects
from mindport.semantics.types import OTHER, UNKNOWN, Type, awaited, context_of

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def of_generator(function: FunctionInfo, returns: Type) -> Type:
    """What calling a function gives, where one of these decorates it: a context that gives what the function yields."""
    if MANAGERS.isdisjoint(function.decorators):
        return returns
    return context_of(returns.items[0]) if returns.name == "iterator" else UNKNOWN


def entered(flow: Flow, value: Type) -> Type:
    """What entering a context gives."""
    if value.kind == "dataloader" or value.name == "iterator":
        return value  # ``with tqdm(batches) as progress``
    if value.name == "context":
        return value.items[0]
    if running.is_held(value) or value == objects.STORED:
        return value
    cls = value.definition
    if not isinstance(cls, ClassInfo) or value.kind in ("class", "module_class"):
        return OTHER if value.kind == "other" else UNKNOWN
    cls.flow.prepare(cls)
    method = cls.method("__enter__") or cls.method("__aenter__")
    if method is None or OPAQUE in method.decorators:
        return UNKNOWN
    flow.ensure(method)
    flow.note_caller(method)
    found = flow.returns_of(method)
    return awaited(found) if method.name == "__aenter__" else found
