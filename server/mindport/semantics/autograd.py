"""``torch.autograd.Function``: what its static methods are given, and what their context keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.semantics.types import BOOL, TENSORS, UNKNOWN, Type

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

CONTEXT: Final = "autograd-context"
"""Name of the type of ``ctx``; its ``definition`` is the class, which also holds what is kept in ``ctx``."""

SAVED: Final = ("saved_tensors", "saved_variables")
"""What holds the saved tensors, and its old name."""

KEEPS: Final = "save_for_backward"

_FUNCTIONS: Final = frozenset(
    f"torch.autograd.{name}"
    for name in ("Function", "function.Function", "function.InplaceFunction", "function.NestedIOFunction")
)
_WITH_CONTEXT: Final = frozenset(["forward", "backward", "setup_context", "vjp", "jvp"])


def is_function(cls: ClassInfo | None) -> bool:
    """Whether the class is an autograd Function."""
    return cls is not None and cls.torch_base in _FUNCTIONS


def takes_context(function: FunctionInfo) -> bool:
    """Whether the function's first parameter, after the class of a class method, is the context. ``forward`` has none beside
    ``setup_context``."""
    cls = function.cls
    if cls is None or not is_function(cls) or function.name not in _WITH_CONTEXT or is_own_context(function):
        return False
    return function.name != "forward" or cls.method("setup_context") is None


def is_own_context(function: FunctionInfo) -> bool:
    """Whether the function's instance is what keeps tensors: Functions written before their methods became static."""
    return not {"staticmethod", "classmethod"} & set(function.decorators)


def takes_gradients(function: FunctionInfo) -> bool:
    """Whether the function's other parameters are gradients of its outputs."""
    return function.name in ("backward", "vjp") and is_function(function.cls)


def context(function: FunctionInfo) -> Type:
    return Type("unknown", CONTEXT, (), False, function.cls)


def attribute(name: str) -> str:
    """The name under which the class keeps an attribute of its context."""
    return f"ctx.{name}"


def plain(name: str) -> str:
    """The name in the text of what the class keeps under ``name``."""
    return name.removeprefix("ctx.")


def member(flow: Flow, cls: ClassInfo, name: str) -> Type:
    """Type of ``ctx.name``."""
    if name in SAVED:
        return TENSORS
    if name == "needs_input_grad":
        return Type("tuple", "...", (BOOL,))
    reader = flow.frame.function
    if reader is not None and reader.reads is not None and reader.flow is cls.flow and reader not in cls.readers:
        cls.flow.change(cls.readers, reader, None)
    return flow.own_attribute(cls, attribute(name)) or UNKNOWN
