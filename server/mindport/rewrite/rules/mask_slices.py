"""``x[mask, :]`` becomes ``x[mask]``, and ``x[mask, 1:]`` becomes ``x[mask][:, 1:]``: MindSpore 2.10 reads other elements, or
none, where a mask of several axes stands before slices.

Whole slices at the end of an index say nothing, and what a mask has chosen lies in one axis, so that this is the same in either
framework, and for arrays.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.masks import assigned, is_mask
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


def spline(x: torch.Tensor, widths: torch.Tensor, bound: float):
    inside = (x >= -bound) & (x <= bound)
    return widths[inside, :], widths[~inside, ...], widths[x > 0, :, :], widths[inside, 1:], widths[x > 0, ..., 0]


def handed(x, places, heights):
    inside = x >= 0
    return heights[inside, :], heights[places, :], heights[inside, 0, ::2], heights[inside, 0]
""",
        """
from mindspore import Tensor


def spline(x: Tensor, widths: Tensor, bound: float):
    inside = (x >= -bound) & (x <= bound)
    return widths[inside], widths[~inside], widths[x > 0], widths[inside][:, 1:], widths[x > 0][:, ..., 0]


def handed(x, places, heights):
    inside = x >= 0
    return heights[inside], heights[places, :], heights[inside][:, 0, ::2], heights[inside, 0]
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
        if not isinstance(node.ctx, ast.Load) or not _may_be_tensor(module, node.value):
            continue
        first, *others = node.slice.elts
        if all(map(_is_whole, others)):
            if is_mask(module, first, masks):
                yield Match((Edit(source.span(node.slice), (source.span(first),)),), frozenset())
        elif all(map(_is_plain, others)) and not all(_is_number(one) for one in others):
            # Places that are called like a mask would have axes of their own.
            if is_mask(module, first, masks, called=False):
                rest = Span(source.span(others[0]).start, source.span(others[-1]).end)
                yield Match((Edit(source.span(node.slice), (source.span(first), "][:, ", rest)),), frozenset())


def _may_be_tensor(module: Module, node: ast.expr) -> bool:
    kind = module.analysis.kind_of(node)
    return kind == "tensor" or kind == "unknown" and getattr(node, "attr", "") not in _OF_FRAMES


_OF_FRAMES = ("loc", "iloc", "at", "iat")


def _is_whole(node: ast.expr) -> bool:
    if isinstance(node, ast.Slice):
        return node.lower is node.upper is node.step is None
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def _is_plain(node: ast.expr) -> bool:
    """A slice, an ellipsis or a number that is written out."""
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    return isinstance(node, ast.Slice) or isinstance(node, ast.Constant) and node.value is not None


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, (ast.Constant, ast.UnaryOp)) and not _is_whole(node)
