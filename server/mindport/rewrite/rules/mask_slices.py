"""``x[mask, :]`` becomes ``x[mask]``: MindSpore 2.10 reads other elements where a mask of several axes stands before slices.

Whole slices at the end of an index say nothing, so that this is the same in either framework.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def spline(x: torch.Tensor, widths: torch.Tensor, bound: float):
    inside = (x >= -bound) & (x <= bound)
    return widths[inside, :], widths[~inside, ...], widths[x > 0, :, :]
""",
        """
from mindspore import Tensor


def spline(x: Tensor, widths: Tensor, bound: float):
    inside = (x >= -bound) & (x <= bound)
    return widths[inside], widths[~inside], widths[x > 0]
""",
    ),
]
NOOPS = [
    "def first(table, places):\n    return table[places, :]\n",
    "from mindspore import Tensor\n\n\n"
    "def chosen(x: Tensor, places: Tensor):\n    return x[places, :], x[places, 0], x[:, places]\n",
]

_CALLED = re.compile(r"(?:^|_)(?:mask|masks|masked|inside|outside|valid|keep)(?:_|$)")
LOGICAL = frozenset(
    f"torch.{owner}{name}"
    for owner in ("", "Tensor.")
    for name in (
        *("eq", "ne", "lt", "le", "gt", "ge", "isnan", "isinf", "isfinite", "isclose", "bool"),
        *("logical_and", "logical_or", "logical_not", "logical_xor", "isin", "isposinf", "isneginf", "any", "all"),
    )
)


def matches(module: Module) -> Iterator[Match]:
    source = module.source
    masks = assigned(module)
    for node in source.each(ast.Subscript):
        if not isinstance(node.slice, ast.Tuple) or len(node.slice.elts) < 2:
            continue
        first, *others = node.slice.elts
        if not isinstance(node.ctx, ast.Load) or not all(map(_is_whole, others)) or not is_mask(module, first, masks):
            continue
        if module.analysis.kind_of(node.value) == "tensor":
            yield Match((Edit(source.span(node.slice), (source.span(first),)),), frozenset())


def _is_whole(node: ast.expr) -> bool:
    if isinstance(node, ast.Slice):
        return node.lower is node.upper is node.step is None
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def assigned(module: Module) -> set[str]:
    """Variables that are given the result of a comparison."""
    found: set[str] = set()
    for node in module.source.each(ast.Assign):
        if is_mask(module, node.value, found):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def is_mask(module: Module, node: ast.expr, masks: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in masks or _CALLED.search(node.id) is not None
    if isinstance(node, ast.Attribute):
        return _CALLED.search(node.attr) is not None
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Invert) and is_mask(module, node.operand, masks)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, (ast.BitAnd, ast.BitOr)) and is_mask(module, node.left, masks)
    return isinstance(node, ast.Compare) or isinstance(node, ast.Call) and module.api(node.func) in LOGICAL
