"""Whole numbers in the place of floats: torch takes them, MindSpore raises, or computes with another value without a word."""

from __future__ import annotations

import ast
import re
from typing import Final

from mindport.mapping import conditions
from mindport.mapping.conditions import TypeOf
from mindport.mapping.literals import equal_defaults
from mindport.syntax.nodes import Constant, List, Tuple, UnaryOp, USub

_FLOAT: Final = re.compile(r"-?\d+\.\d*(e-?\d+)?|-?\d+e-?\d+")
_FLOATS: Final = re.compile(rf"\((({_FLOAT.pattern})(, )?)+\)")

_MAYBE_WHOLE: Final = frozenset(["int", "number"])


def of_literal(value: ast.expr) -> str | None:
    """The float that a whole number stands for, where it is written out."""
    if type(value) is UnaryOp and type(value.op) is USub:
        number = of_literal(value.operand)
        return None if number is None else f"-{number}"
    return repr(float(value.value)) if type(value) is Constant and type(value.value) is int else None


def of_whole(value: ast.expr, name: str, default: str | None, torch: str | None, type_of: TypeOf) -> str | None:
    """What is written for a whole number where a float is meant, ``default`` for one, or a sequence of floats; None where nothing
    has to be. ``torch``: the default that torch's documentation gives, where ``weight_decay=0`` is written as it is."""
    if type(value) is Tuple or type(value) is List:
        items = [_item(one, type_of) for one in value.elts] if default and _FLOATS.fullmatch(default) else []
        return _written(value, items) if any(items) else None
    if default is None or not _FLOAT.fullmatch(default):
        return None
    number = of_literal(value)
    if number is not None:
        return None if torch == conditions.literal(value) and equal_defaults(number, default) else number
    return f"float({{{name}}})" if type_of(value) in _MAYBE_WHOLE else None


def converted(expression: str, name: str, value: ast.expr, type_of: TypeOf) -> str:
    """A row's ``float({p})`` for the value at hand: what is a float stays as it is."""
    if expression != f"float({{{name}}})":
        return expression
    return of_literal(value) or (f"{{{name}}}" if conditions.kind_of(value, type_of) == "float" else expression)


def _item(value: ast.expr, type_of: TypeOf) -> str | None:
    return of_literal(value) or (f"float({ast.unparse(value)})" if type_of(value) in _MAYBE_WHOLE else None)


def _written(value: ast.Tuple | ast.List, items: list[str | None]) -> str:
    texts = [item or ast.unparse(one) for one, item in zip(value.elts, items)]
    return f"({', '.join(texts)})" if len(texts) > 1 else f"({texts[0]},)"
