"""``x += y`` written out: ``x + y``."""

from __future__ import annotations

import ast
from typing import TypeGuard

from mindport.rewrite.indices import Parts
from mindport.rewrite.template import is_atom
from mindport.syntax.source import SourceFile

# fmt: off
SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
}
# fmt: on
_PRODUCTS = (ast.Mult, ast.Div, ast.MatMult, ast.Pow)


def is_change(node: ast.AST | None) -> TypeGuard[ast.AugAssign]:
    """Whether the node is a statement such as ``x += y`` that ``with_value`` can write out."""
    return isinstance(node, ast.AugAssign) and type(node.op) in SIGNS


def with_value(source: SourceFile, node: ast.AugAssign) -> Parts:
    """What stands behind ``x`` in the statement written out: ``+ y``, with parentheses where ``y`` needs them."""
    value = source.span(node.value)
    return (f"{SIGNS[type(node.op)]} ", *((value,) if _binds_tighter(node) else ("(", value, ")")))


def _binds_tighter(node: ast.AugAssign) -> bool:
    value = node.value
    if isinstance(value, ast.BinOp):
        return isinstance(node.op, (ast.Add, ast.Sub)) and isinstance(value.op, _PRODUCTS)
    return is_atom(value) or isinstance(value, ast.Constant)
