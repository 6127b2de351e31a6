"""``ctx.saved_variables``, the old name of what an autograd function saved: MindSpore has ``saved_tensors`` alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.semantics.autograd import CONTEXT, SAVED
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_variables
        return 2 * x * grad
""",
        """
from mindspore.common._grad_function import _Function


class Square(_Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 2 * x * grad
""",
    ),
]
NOOPS = ["def variables(ctx):\n    return ctx.saved_variables\n"]


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Attribute):
        if node.attr in SAVED[1:]:
            if module.analysis.type_of(node.value).name == CONTEXT:
                end = module.source.span(node).end
                yield Match((Edit(Span(end - len(node.attr), end), (SAVED[0],)),))
