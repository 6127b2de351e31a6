"""Tests of a Module's class by name: ``classname.find("BatchNorm") != -1``, ``type(m) is nn.Linear``."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from mindport.semantics.types import Type
from mindport.syntax.below import statements_below
from mindport.syntax.nodes import (
    Assign,
    Attribute,
    Call,
    Compare,
    Constant,
    Eq,
    In,
    Is,
    IsNot,
    List,
    Name,
    NotEq,
    NotIn,
    Set,
    Tuple,
)

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


def of_type(test: ast.Compare) -> tuple[str, ast.expr, bool] | None:
    """``type(m) == X``, ``type(m) in (X, Y)``: the variable, the classes, and whether it is to be of one of them."""
    left = test.left
    if not (type(left) is Call and type(left.func) is Name and left.func.id == "type"):
        return None
    if len(left.args) != 1 or type(left.args[0]) is not Name or len(test.ops) != 1:
        return None
    equal = isinstance(test.ops[0], (Eq, Is, In))
    asked = equal or isinstance(test.ops[0], (NotEq, IsNot, NotIn))
    return (left.args[0].id, test.comparators[0], equal) if asked else None


def type_in(test: ast.Call) -> str:
    """The variable in ``issubclass(type(x), A)``."""
    of = test.args[0]
    if type(of) is not Call or type(of.func) is not Name or of.func.id != "type" or len(of.args) != 1:
        return ""
    return of.args[0].id if len(test.args) == _TWO and type(of.args[0]) is Name else ""


_TWO = 2


def _by_name(flow: Flow, test: ast.expr) -> tuple[str, Callable[[str], bool]] | None:
    if type(test) is Call:
        return _starts(flow, test)
    if type(test) is not Compare or len(test.ops) != 1:
        return None
    operator, left, right = test.ops[0], test.left, test.comparators[0]
    if type(operator) is In:
        part, variable = _text(left), _variable(flow, right)
        if part is not None and variable is not None:
            return variable, lambda name: part in name
        names = [_text(item) for item in right.elts] if isinstance(right, (Tuple, List, Set)) else []
        variable = _variable(flow, left)
        return (variable, lambda name: name in names) if variable is not None and names else None
    if type(operator) is Eq and _text(right) is not None:
        variable = _variable(flow, left)
        return None if variable is None else (variable, lambda name: name == _text(right))
    return _finds(flow, left, operator, right)


def _starts(flow: Flow, test: ast.Call) -> tuple[str, Callable[[str], bool]] | None:
    if type(test.func) is not Attribute or test.func.attr not in ("startswith", "endswith") or not test.args:
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
    if not (type(left) is Call and type(left.func) is Attribute and left.func.attr == "find"):
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
    return node.value if type(node) is Constant and isinstance(node.value, str) else None


def _variable(flow: Flow, node: ast.expr) -> str | None:
    """``m`` of ``m.__class__.__name__`` or ``type(m).__name__``, or of a name that holds it."""
    if type(node) is Name:
        values = _assigned(flow).get(node.id, ())
        return _variable(flow, values[0]) if len(values) == 1 and type(values[0]) is not Name else None
    if type(node) is Call and type(node.func) is Attribute and node.func.attr in ("lower", "upper"):
        return None
    if type(node) is not Attribute or node.attr not in ("__name__", "__qualname__"):
        return None
    owner = node.value
    if type(owner) is Attribute and owner.attr == "__class__" and type(owner.value) is Name:
        return owner.value.id
    if type(owner) is Call and type(owner.func) is Name and owner.func.id == "type" and owner.args:
        return owner.args[0].id if type(owner.args[0]) is Name else None
    return None


def _assigned(flow: Flow) -> dict[str, list[ast.expr]]:
    """Values that the running function assigns to plain names; looked for once in a run."""
    frame = flow.frame
    if frame.assigned is None:
        frame.assigned = {}
        for one in statements_below(frame.function.node) if frame.function is not None else ():
            if type(one) is Assign and type(one.targets[0]) is Name:
                frame.assigned.setdefault(one.targets[0].id, []).append(one.value)
    return frame.assigned
