"""``self.fc(input=x)``: MindSpore's layers and losses call what they are given by other names, so it goes by position.

So do query, key and value of ``nn.MultiheadAttention``, which takes the keywords by its signature and looks for them nowhere.
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


class Model(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.fc = nn.Linear(size, 4)
        self.loss = nn.MSELoss()

    def forward(self, x, y):
        return self.loss(input=self.fc(input=x), target=y)
""",
        """
from mindspore import mint, nn


class Model(nn.Cell):
    def __init__(self, size):
        super().__init__()
        self.fc = mint.nn.Linear(size, 4)
        self.loss = nn.MSELoss()

    def construct(self, x, y):
        return self.loss(self.fc(x), y)
""",
    ),
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
NOOPS = [
    "def f(layer, x):\n    return layer(input=x)\n",
    "def f(attention, x):\n    return attention(x, key=x, value=x)\n",
]

_PLACES = {"torch.nn.MultiheadAttention": ("query", "key", "value")}
_OTHER_PLACES = ("input", "target")


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Call):
        if not node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            continue
        called = module.analysis.type_of(node.func)
        if called.kind != "module" or not all(name.startswith("torch.nn.") for name in called.name.split("|")):
            continue
        edits = []
        for place, keyword in zip(_PLACES.get(called.name, _OTHER_PLACES)[len(node.args) :], node.keywords):
            if keyword.arg != place:
                break
            span = module.source.span(keyword)
            edits.append(Edit(Span(span.start, module.source.span(keyword.value).start), ("",)))
        if edits:
            yield Match(tuple(edits))
