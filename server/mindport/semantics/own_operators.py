"""Operators between objects of the user's own classes: what ``__add__`` and the like return."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from mindport.semantics import calls
from mindport.semantics.arguments import Arguments
from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.semantics.types import Type

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_BINARY: Final[Mapping[type, str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.MatMult: "matmul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
}  # fmt: skip
_UNARY: Final[Mapping[type, str]] = {ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert"}


def binary(flow: Flow, node: ast.BinOp, left: Type, right: Type) -> Type | None:
    """What ``node`` gives, where the class of an operand says; None where none does."""
    name = _BINARY.get(type(node.op))
    if name is None:
        return None
    method = _method(left, f"__{name}__")
    if method is not None:
        return _called(flow, node, method, node.right, right)
    method = _method(right, f"__r{name}__")
    return _called(flow, node, method, node.left, left) if method is not None else None


def unary(flow: Flow, node: ast.UnaryOp, operand: Type) -> Type | None:
    """The same for one operand."""
    name = _UNARY.get(type(node.op))
    method = _method(operand, f"__{name}__") if name is not None else None
    return (
        calls.run(flow, ast.Call(node, [], []), method, Arguments(ast.Call(node, [], []), [], {})) if method else None
    )


def is_own(value: Type) -> bool:
    """Whether a value is an object of a user's class."""
    return isinstance(value.definition, ClassInfo) and value.kind not in ("class", "module_class")


def _method(value: Type, name: str) -> FunctionInfo | None:
    cls = value.definition
    if not isinstance(cls, ClassInfo) or not is_own(value):
        return None
    cls.flow.prepare(cls)
    return cls.method(name)


def _called(flow: Flow, node: ast.BinOp, method: FunctionInfo, argument: ast.expr, given: Type) -> Type:
    call = ast.Call(node, [argument], [])  # the call's place is the operator's
    return calls.run(flow, call, method, Arguments(call, [given], {}))
