"""``[0] * n`` with a Tensor ``n`` repeats by its number: Python asks MindSpore's Tensor to multiply the list."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import template as templates
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def padded(lengths: torch.Tensor, words):
    n = lengths.max()
    return [["<pad>"] * (n - len(w)) for w in words], n * [0], (1,) * int(n), [2] * 3
""",
        """
from mindspore import Tensor


def padded(lengths: Tensor, words):
    n = lengths.max()
    return [["<pad>"] * ((n - len(w)).item()) for w in words], n.item() * [0], (1,) * int(n), [2] * 3
""",
    ),
]
NOOPS = ["def zeros(n):\n    return [0] * n\n"]


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.BinOp):
        if not isinstance(node.op, ast.Mult):
            continue
        for repeated, times in ((node.left, node.right), (node.right, node.left)):
            text = isinstance(repeated, ast.Constant) and isinstance(repeated.value, str)
            listed = isinstance(repeated, (ast.List, ast.Tuple, ast.ListComp))
            if (text or listed) and module.analysis.kind_of(times) == "tensor":
                span = module.source.span(times)
                yield Match(
                    (Edit(span, (span, ".item()") if templates.is_atom(times) else ("(", span, ").item()"), 0),)
                )
