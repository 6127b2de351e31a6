"""``lengths >> 2`` on Tensors: MindSpore has the methods, and no operators ``<<`` and ``>>``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
from torch import nn


class Lengths(nn.Module):
    def forward(self, lengths: torch.Tensor):
        lengths >>= 1
        return (lengths + 1) >> 2, 1 << lengths
""",
        """
from mindspore import nn, ops, Tensor


class Lengths(nn.Cell):
    def construct(self, lengths: Tensor):
        lengths = lengths.bitwise_right_shift(1)
        return (lengths + 1).bitwise_right_shift(2), ops.bitwise_left_shift(1, lengths)
""",
    ),
]
NOOPS = ["def half(n):\n    return n >> 1, 1 << n\n"]

_METHODS = {ast.LShift: "bitwise_left_shift", ast.RShift: "bitwise_right_shift"}
_PRIMARIES = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.BinOp, ast.AugAssign):
        if type(node.op) not in _METHODS:
            continue
        method = _METHODS[type(node.op)]
        if isinstance(node, ast.AugAssign):
            target = node.target
            if isinstance(target, ast.Name) and module.analysis.kind_of(target) == "tensor":
                value = module.source.span(node.value)
                head = f"{target.id} = {target.id}.{method}("
                yield Match((Edit(module.source.span(node), (head, value, ")")),))
        elif module.analysis.kind_of(node.left) == "tensor":
            left = module.source.span(node.left)
            receiver = (left,) if isinstance(node.left, _PRIMARIES) else ("(", left, ")")
            edit = Edit(module.source.span(node), (*receiver, f".{method}(", module.source.span(node.right), ")"))
            yield Match((edit,))
        elif module.analysis.kind_of(node.right) == "tensor":
            name = module.spelling.name(f"mindspore.ops.{method}")
            parts = (f"{name}(", module.source.span(node.left), ", ", module.source.span(node.right), ")")
            yield Match((Edit(module.source.span(node), parts),))
