"""``x[mask, :]`` becomes ``x[mask]``: MindSpore 2.10 reads other elements where a mask of several axes stands before slices.

Whole slices at the end of an index say nothing, so that this is the same in either framework.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.masks import assigned, is_mask
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
