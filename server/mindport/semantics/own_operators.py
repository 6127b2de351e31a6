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
_COMPARED: Final[Mapping[type, tuple[str, str]]] = {
    ast.Lt: ("lt", "gt"), ast.Gt: ("gt", "lt"), ast.LtE: ("le", "ge"), ast.GtE: ("ge", "le"), ast.Eq: ("eq", "eq"),
    ast.NotEq: ("ne", "ne"),
}  # fmt: skip
"""Of a comparison, the method of the left operand, and that of the right one where the left has none."""
_UNARY: Final[Mapping[type, str]] = {ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert"}


def binary(flow: Flow, node: ast.BinOp, left: Type, right: Type) -> Type | None:
    """What ``node`` gives, where the class of an operand says; None where none does."""
    name = _BINARY.get(type(node.op))
    if name is None:
        return None
    found = _of_either(flow, node, (node.left, left, f"__{name}__"), (node.right, right, f"__r{name}__"))
    return found or _of_an_heir(left, right)


def _of_an_heir(left: Type, right: Type) -> Type | None:
    """What an object gives whose class has no such operator: then a class that derives from it has, and gives its like."""
    for one, other in ((left, right), (right, left)):
        cls = one.definition
        if one.kind == "other" and isinstance(cls, ClassInfo) and cls.is_plain():
            return one if other.definition is cls or other.kind in ("int", "float") else None
    return None


def compared(flow: Flow, node: ast.Compare, left: Type, right: Type) -> Type | None:
    """The same for a comparison of two operands."""
    names = _COMPARED.get(type(node.ops[0]))
    if names is None or len(node.ops) > 1:
        return None
    return _of_either(flow, node, (node.left, left, f"__{names[0]}__"), (node.comparators[0], right, f"__{names[1]}__"))


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


_Operand = tuple[ast.expr, Type, str]
"""An operand as written, what it is, and the method that it is asked for."""


def _of_either(flow: Flow, node: ast.expr, left: _Operand, right: _Operand) -> Type | None:
    """What the operand's method gives that has one, the left one's first."""
    for (_, value, name), (other, given, _) in ((left, right), (right, left)):
        method = _method(value, name)
        if method is not None:
            call = ast.Call(node, [other], [])  # the call's place is the operator's
            return calls.run(flow, call, method, Arguments(call, [given], {}))
    return None
