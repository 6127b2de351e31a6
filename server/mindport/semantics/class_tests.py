"""Tests of a Module's class by name: ``classname.find("BatchNorm") != -1``, ``type(m) is nn.Linear``."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from mindport.semantics.types import Type
from mindport.semantics.usage import statements_below

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def tested(flow: Flow, test: ast.expr) -> tuple[str, Type] | None:
    """The variable whose class a condition that holds tells by name, and what it then is."""
    found = _by_name(flow, test)
    if found is None:
        return None
    variable, fits = found
    layers = flow.knowledge.layers(fits)
    return (variable, Type("module", "|".join(layers))) if layers else None


def of_type(test: ast.Compare) -> tuple[str, ast.expr] | None:
    """``type(m) == X``, ``type(m) in (X, Y)``: the variable and the classes."""
    left = test.left
    if not (isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.func.id == "type"):
        return None
    if len(left.args) != 1 or not isinstance(left.args[0], ast.Name):
        return None
    return (left.args[0].id, test.comparators[0]) if isinstance(test.ops[0], (ast.Eq, ast.Is, ast.In)) else None


def _by_name(flow: Flow, test: ast.expr) -> tuple[str, Callable[[str], bool]] | None:
    if isinstance(test, ast.Call):
        return _starts(flow, test)
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return None
    operator, left, right = test.ops[0], test.left, test.comparators[0]
    if isinstance(operator, ast.In):
        part, variable = _text(left), _variable(flow, right)
        if part is not None and variable is not None:
            return variable, lambda name: part in name
        names = [_text(item) for item in right.elts] if isinstance(right, (ast.Tuple, ast.List, ast.Set)) else []
        variable = _variable(flow, left)
        return (variable, lambda name: name in names) if variable is not None and names else None
    if isinstance(operator, ast.Eq) and _text(right) is not None:
        variable = _variable(flow, left)
        return None if variable is None else (variable, lambda name: name == _text(right))
    return _finds(flow, left, operator, right)


def _starts(flow: Flow, test: ast.Call) -> tuple[str, Callable[[str], bool]] | None:
    if not isinstance(test.func, ast.Attribute) or test.func.attr not in ("startswith", "endswith") or not test.args:
        return None
    variable, part = _variable(flow, test.func.value), _text(test.args[0])
    if variable is None or part is None:
        return None
    starts = test.func.attr == "startswith"
    return variable, lambda name: name.startswith(part) if starts else name.endswith(part)


def _finds(
    flow: Flow, left: ast.expr, operator: ast.cmpop, right: ast.expr
) -> tuple[str, Callable[[str], bool]] | None:
    """``classname.find("Conv") != -1``, ``== 0``, ``>= 0``, ``> -1``."""
    if not (isinstance(left, ast.Call) and isinstance(left.func, ast.Attribute) and left.func.attr == "find"):
        return None
    variable, part = _variable(flow, left.func.value), _text(left.args[0]) if left.args else None
    try:
        bound = ast.literal_eval(right)
    except ValueError:
        return None
    if variable is None or part is None:
        return None
    if (type(operator), bound) in ((ast.NotEq, -1), (ast.Gt, -1), (ast.GtE, 0)):
        return variable, lambda name: part in name
    return (variable, lambda name: name.startswith(part)) if (type(operator), bound) == (ast.Eq, 0) else None


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _variable(flow: Flow, node: ast.expr) -> str | None:
    """``m`` of ``m.__class__.__name__`` or ``type(m).__name__``, or of a name that holds it."""
    if isinstance(node, ast.Name):
        values = _assigned(flow).get(node.id, ())
        return _variable(flow, values[0]) if len(values) == 1 and not isinstance(values[0], ast.Name) else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("lower", "upper"):
        return None
    if not isinstance(node, ast.Attribute) or node.attr not in ("__name__", "__qualname__"):
        return None
    owner = node.value
    if isinstance(owner, ast.Attribute) and owner.attr == "__class__" and isinstance(owner.value, ast.Name):
        return owner.value.id
    if isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id == "type" and owner.args:
        return owner.args[0].id if isinstance(owner.args[0], ast.Name) else None
    return None


def _assigned(flow: Flow) -> dict[str, list[ast.expr]]:
    """Values that the running function assigns to plain names; looked for once in a run."""
    frame = flow.frame
    if frame.assigned is None:
        frame.assigned = {}
        for one in statements_below(frame.function.node) if frame.function is not None else ():
            if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
                frame.assigned.setdefault(one.targets[0].id, []).append(one.value)
    return frame.assigned
