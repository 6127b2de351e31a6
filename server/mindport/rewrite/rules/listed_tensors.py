"""``torch.tensor([x, y])`` of tensors that hold one element each: torch makes numbers of them, MindSpore keeps their axes.

The result would be of shape ``(n, 1)`` where torch's is of shape ``(n,)``, and silently so in whatever broadcasts.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


class Padding:
    def __init__(self, pad, end):
        self.pad = torch.tensor([pad], dtype=torch.int64)
        self.end = end

    def filled(self, n):
        return torch.tensor([self.pad] * n, dtype=torch.int64)


def returns(rewards):
    found = []
    for reward in rewards:
        found.append(torch.tensor([reward]))
    return torch.tensor(found), torch.as_tensor(found), torch.tensor([found[0].mean(), 1.0]), torch.tensor([1, 2])
""",
        """
import mindspore as ms
from mindport_helpers import scalars_of


class Padding:
    def __init__(self, pad, end):
        self.pad = ms.tensor([pad], dtype=ms.int64)
        self.end = end

    def filled(self, n):
        return ms.tensor(scalars_of([self.pad] * n), dtype=ms.int64)


def returns(rewards):
    found = []
    for reward in rewards:
        found.append(ms.tensor([reward]))
    return ms.tensor(scalars_of(found)), ms.tensor(scalars_of(found)), ms.tensor([found[0].mean(), 1.0]), ms.tensor([1, 2])
""",
    ),
]
NOOPS = ["import numpy as np\n\ny = np.array([np.zeros(1)] * 3)\n"]

_MAKERS = frozenset(
    f"torch.{name}"
    for name in ("tensor", "as_tensor", "Tensor", "FloatTensor", "LongTensor", "DoubleTensor", "IntTensor")
)
_NUMBERS = frozenset({"sum", "mean", "item", "max", "min", "norm", "prod", "std", "var", "tolist", "median"})
"""What gives a tensor without axes when it is called without an axis."""


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Call):
        if node.args and module.api(node.func) in _MAKERS:
            value = node.args[0]
            if not isinstance(value, ast.Starred) and _holds_tensors(module, value):
                span = module.source.span(value)
                yield Match((Edit(span, (f"{module.spelling.helper('scalars_of')}(", span, ")"), 0),))


def _holds_tensors(module: Module, value: ast.expr) -> bool:
    """Whether a list, or lists in it, hold tensors that may have axes."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        return _holds_tensors(module, value.left)
    if isinstance(value, (ast.List, ast.Tuple)):
        return any(_may_have_axes(module, item) for item in value.elts)
    if isinstance(value, ast.ListComp):
        return _may_have_axes(module, value.elt)
    found = module.analysis.type_of(value)
    while found.kind == "list" and found.items:
        found = found.items[0]
    return found.kind == "tensor" and module.analysis.type_of(value).kind == "list"


def _may_have_axes(module: Module, item: ast.expr) -> bool:
    if isinstance(item, (ast.List, ast.Tuple, ast.ListComp)):
        return _holds_tensors(module, item)
    if isinstance(item, ast.Call) and isinstance(item.func, ast.Attribute) and item.func.attr in _NUMBERS:
        return bool(item.args or item.keywords)
    return module.analysis.kind_of(item) == "tensor"
