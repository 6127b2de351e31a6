"""``type(p) is nn.Parameter`` becomes ``isinstance(p, Parameter)``: MindSpore makes each Parameter of a class of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
from torch import nn


def weights(items):
    kept = [p for p in items if type(p) is nn.Parameter or p.__class__ == nn.parameter.Parameter]
    return kept, [p for p in items if type(p) != nn.Parameter], [type(p) in (nn.Parameter, list) for p in items]
""",
        """
from mindspore import Parameter


def weights(items):
    kept = [p for p in items if isinstance(p, Parameter) or isinstance(p, Parameter)]
    return kept, [p for p in items if not isinstance(p, Parameter)], [isinstance(p, (Parameter, list)) for p in items]
""",
    ),
]
NOOPS = ["def numbers(items):\n    return [x for x in items if type(x) is int]\n"]

_API = ("torch.nn.Parameter", "torch.nn.parameter.Parameter")


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Compare):
        if len(node.ops) != 1 or (held := _typed(node.left)) is None:
            continue
        operator, right = node.ops[0], node.comparators[0]
        among = isinstance(operator, (ast.In, ast.NotIn))
        if not among and not isinstance(operator, (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)):
            continue
        classes = (
            right.elts if among and isinstance(right, (ast.Tuple, ast.List, ast.Set)) else [] if among else [right]
        )
        if any(module.api(one) in _API for one in classes):
            negated = "not " if isinstance(operator, (ast.NotIn, ast.IsNot, ast.NotEq)) else ""
            listed = [part for one in classes for part in (", ", module.source.span(one))][1:]
            inner = ("(", *listed, ")") if len(classes) > 1 else tuple(listed)
            parts = (f"{negated}isinstance(", module.source.span(held), ", ", *inner, ")")
            yield Match((Edit(module.source.span(node), parts),))


def _typed(node: ast.expr) -> ast.expr | None:
    """What is asked for its class."""
    if isinstance(node, ast.Attribute) and node.attr == "__class__":
        return node.value
    asked = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "type"
    return node.args[0] if asked and isinstance(node, ast.Call) and len(node.args) == 1 else None
