"""``w[index]`` with a tensor that may count from the end, ``w[lengths - 1]``: on a CPU, MindSpore loses such rows' gradients.

Values are right; only where one tensor alone is the index do rows that it names by negative numbers get no gradient.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.mapping.row import Target
from mindport.rewrite import held_names as names
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def picked(w: torch.Tensor, places: torch.Tensor, mask: torch.Tensor):
    before = torch.arange(3) - 2
    marked = torch.tensor([0, -1])
    w[places - 1] = 0.0
    return w[places - 1], w[before], w[marked.view(-1)], w[places], w[mask - 1 > 0], w[:, places - 1], w[(before - 1).abs()]


def shifted(x: torch.Tensor, n: int):
    with torch.no_grad():
        kept = x[torch.arange(2) - n]
    return x[n - 1] + kept, x[x.argsort(-1)]
""",
        """
import mindspore as ms
from mindspore import ops, Tensor
from mindport_helpers import argsort, rows_at


def picked(w: Tensor, places: Tensor, mask: Tensor):
    before = ops.arange(3) - 2
    marked = ms.tensor([0, -1])
    w[places - 1] = 0.0
    return rows_at(w, places - 1), rows_at(w, before), rows_at(w, marked.view(-1)), w[places], w[mask - 1 > 0], w[:, places - 1], w[(before - 1).abs()]


def shifted(x: Tensor, n: int):
    with ms._no_grad():
        kept = x[ops.arange(2) - n]
    return x[n - 1] + kept, x[argsort(x, -1)]
""",  # noqa: E501
    ),
]
NOOPS = ["def picked(w, places):\n    return w[places - 1]\n"]

_MADE = frozenset(
    ["tensor", "as_tensor", "full", "full_like", "new_full", "new_tensor", "arange", "LongTensor", "IntTensor"]
)
_KEPT = frozenset(
    ["long", "int", "to", "view", "reshape", "flatten", "squeeze", "unsqueeze", "clone", "detach", "contiguous", "cpu"]
)
_DEPTH = 3


def matches(module: Module) -> Iterator[Match]:
    if module.context.target is not Target.CPU:
        return
    for node in module.source.each(ast.Subscript):
        if not isinstance(node.ctx, ast.Load) or isinstance(node.slice, (ast.Constant, ast.Slice, ast.Tuple, ast.List)):
            continue
        if not _may_be_negative(module, node.slice, _DEPTH) or names.is_without_gradient(module.source, node):
            continue
        if module.analysis.kind_of(node.value) == "tensor" and module.analysis.kind_of(node.slice) == "tensor":
            span = module.source.span(node)
            parts = (module.spelling.helper("rows_at"), "(", module.source.span(node.value), ", ")
            yield Match((Edit(span, (*parts, module.source.span(node.slice), ")"), 1),))


def _may_be_negative(module: Module, node: ast.expr, depth: int) -> bool:
    """Whether something is subtracted in what the index is made of, or a negative number stands there."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub)
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Sub):
            return not _is_least(node.right)
        parts = (node.left, node.right) if isinstance(node.op, (ast.Add, ast.Mult)) else ()
        return any(_may_be_negative(module, one, depth) for one in parts)
    if isinstance(node, (ast.List, ast.Tuple)):
        return any(_may_be_negative(module, one, depth) for one in node.elts)
    if isinstance(node, ast.Subscript):
        return _may_be_negative(module, node.value, depth)
    if isinstance(node, ast.Name):
        scope = names.scope_of(module.source, node) if depth else None
        values = names.values_at(module.source, scope, node.id, node)[0] if scope is not None else []
        return any(value is not None and _may_be_negative(module, value, depth - 1) for value in values)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    if node.func.attr in _KEPT:
        return _may_be_negative(module, node.func.value, depth)
    if node.func.attr == "where":
        return any(_may_be_negative(module, one, depth) for one in node.args[1:])
    given = node.args
    if node.func.attr == "arange":
        given = given[:1] if len(given) > 1 else []
    elif node.func.attr in ("full", "full_like", "new_full"):
        given = given[1:2]
    return node.func.attr in _MADE and any(_may_be_negative(module, one, 0) for one in given)


def _is_least(node: ast.expr) -> bool:
    """``i - i.min()`` begins at 0."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("min", "amin")
