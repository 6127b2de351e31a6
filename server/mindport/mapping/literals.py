"""Expressions of rows over literals: filled in, cut down to the branch that holds, worked out, compared."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Mapping
from typing import Final

from mindport.mapping import conditions
from mindport.syntax.nodes import (
    Add,
    BinOp,
    Call,
    Compare,
    Div,
    Eq,
    GeneratorExp,
    IfExp,
    Is,
    IsNot,
    Mult,
    Name,
    Not,
    NotEq,
    Sub,
    UnaryOp,
)

_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")


def fill(template: str, values: Mapping[str, str]) -> str:
    """``template`` with each known ``{name}`` replaced."""
    return _PLACEHOLDER.sub(lambda m: values.get(m.group(1), m.group(0)), template)


def decided(expression: str, name: str, value: ast.expr) -> str:
    """A conditional expression of a row, cut down to the branch that a literal argument chooses: who writes ``dim=1`` need
    not read ``-1 if 1 is None else 1``."""
    text = conditions.literal(value)
    node = ast.parse(expression, mode="eval").body  # a placeholder reads as a set of one name
    if text is None or type(node) is not IfExp:
        return expression
    test = evaluate(fill(ast.get_source_segment(expression, node.test) or "", {name: text}))
    branch = {"True": node.body, "False": node.orelse}.get(test or "")
    return expression if branch is None else ast.get_source_segment(expression, branch) or expression


def simplify(expression: str) -> str:
    """The literal that an expression of literals comes to, else the expression unchanged."""
    value = evaluate(expression)
    return expression if value is None else value


@functools.lru_cache(maxsize=4096)
def evaluate(expression: str) -> str | None:
    """Value of an expression of literals as source, ``None`` when it is not one. Nothing is executed but arithmetic."""
    try:
        tree = ast.parse(expression, mode="eval")
    except SyntaxError:
        return None
    try:
        return repr(_evaluate(tree.body))
    except (ValueError, TypeError, ZeroDivisionError, OverflowError):
        return None


def _evaluate(node: ast.expr) -> object:
    if type(node) is BinOp and isinstance(node.op, (Add, Sub, Mult, Div)):
        left, right = _evaluate(node.left), _evaluate(node.right)
        if not (isinstance(left, (int, float)) and isinstance(right, (int, float))):
            raise ValueError
        if type(node.op) is Add:
            return left + right
        if type(node.op) is Sub:
            return round(left - right, 12)
        return left * right if type(node.op) is Mult else left / right
    if type(node) is UnaryOp and type(node.op) is Not:
        return not _evaluate(node.operand)
    if type(node) is IfExp:
        return _evaluate(node.body) if _evaluate(node.test) else _evaluate(node.orelse)
    if type(node) is Compare and len(node.ops) == 1:
        left, right = _evaluate(node.left), _evaluate(node.comparators[0])
        if isinstance(node.ops[0], (Is, Eq)):
            return left == right
        if isinstance(node.ops[0], (IsNot, NotEq)):
            return left != right
        raise ValueError
    if type(node) is Call:
        if type(node.func) is Name and node.func.id == "int" and len(node.args) == 1 and not node.keywords:
            inner = _evaluate(node.args[0])
            if isinstance(inner, (bool, int)):
                return int(inner)
        return _repeated(node)
    value: object = ast.literal_eval(node)
    return value


def _repeated(node: ast.Call) -> object:
    """``tuple(p for p in (1, 2) for _ in range(2))``: each item of a sequence so many times."""
    made = node.args[0] if len(node.args) == 1 and not node.keywords else None
    if not (type(node.func) is Name and node.func.id == "tuple" and type(made) is GeneratorExp):
        raise ValueError
    items, *inner = made.generators
    same = type(made.elt) is Name and type(items.target) is Name and made.elt.id == items.target.id
    counted = inner[0].iter if len(inner) == 1 and not any(g.ifs for g in made.generators) else None
    if not (same and type(counted) is Call and ast.unparse(counted.func) == "range" and len(counted.args) == 1):
        raise ValueError
    values, times = ast.literal_eval(items.iter), ast.literal_eval(counted.args[0])
    if not isinstance(values, (tuple, list)):
        raise ValueError
    return tuple(value for value in values for _ in range(times))


def equal_defaults(left: str | None, right: str | None) -> bool:
    """Whether two defaults mean the same (``1e-05`` and ``0.00001``, ``(1,)`` and ``[1]`` aside)."""
    if left is None or right is None:
        return left == right
    a, b = evaluate(left), evaluate(right)
    if a is None or b is None:
        return left.strip() == right.strip()
    if a == b:
        return True
    try:
        return float(a) == float(b) and "True" not in (a, b) and "False" not in (a, b)
    except ValueError:
        return False
