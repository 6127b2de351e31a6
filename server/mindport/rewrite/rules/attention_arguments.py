"""Query, key and value of ``nn.MultiheadAttention`` go by position: MindSpore's looks for them nowhere else.

It fails on ``attention(x, x, value=x)``, although its signature takes the keyword.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn


class Block(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.attention = nn.MultiheadAttention(size, 4)

    def forward(self, x, mask):
        return self.attention(x, key=x, value=x, attn_mask=mask)[0]
""",
        """
from mindspore import nn
from mindport_helpers import TorchMultiheadAttention


class Block(nn.Cell):
    def __init__(self, size):
        super().__init__()
        self.attention = TorchMultiheadAttention(size, 4)

    def construct(self, x, mask):
        return self.attention(x, x, x, attn_mask=mask)[0]
""",
    ),
]
NOOPS = ["def f(attention, x):\n    return attention(x, key=x, value=x)\n"]

_PLACES = ("query", "key", "value")


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.nodes:
        if not isinstance(node, ast.Call) or any(isinstance(a, ast.Starred) for a in node.args):
            continue
        if module.analysis.type_of(node.func).name != "torch.nn.MultiheadAttention":
            continue
        edits = []
        for place, keyword in zip(_PLACES[len(node.args) :], node.keywords):
            if keyword.arg != place:
                break
            span = module.source.span(keyword)
            edits.append(Edit(Span(span.start, module.source.span(keyword.value).start), ("",)))
        if edits:
            yield Match(tuple(edits))
