"""``x[range(n), y]``: torch takes a ``range`` for an index, MindSpore takes the list of its numbers."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


def picked(x: torch.Tensor, y: torch.Tensor):
    x[range(x.size(0)), y] = 1.0
    return x[range(3), y], x[range(2)]
""",
        """
from mindspore import Tensor


def picked(x: Tensor, y: Tensor):
    x[list(range(x.shape[0])), y] = 1.0
    return x[list(range(3)), y], x[list(range(2))]
""",
    ),
]
NOOPS = ["def picked(x, y):\n    return x[range(3), y]\n"]


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Subscript):
        for item in node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]:
            if isinstance(item, ast.Call) and isinstance(item.func, ast.Name) and item.func.id == "range":
                if module.analysis.type_of(node.value).kind != "tensor":
                    break
                span = module.source.span(item)
                yield Match((Edit(Span(span.start, span.start), ("list(",)), Edit(Span(span.end, span.end), (")",))))
