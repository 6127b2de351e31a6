"""``[m.flatten_parameters() for m in layers]`` as a statement: what each call becomes does nothing, so the statement goes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import statements
from mindport.rewrite.rule import Match, Module

EXAMPLES = [
    (
        """
import torch
from torch import nn


class Speech(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(2, 3)
        self.parts = [self.rnn]
        self.compact()

    def compact(self):
        # for the GPU
        [m.flatten_parameters() for m in self.parts]
        [m.flatten_parameters() for m in self.built()]

    def built(self):
        return [self.rnn]

    def forward(self, x):
        return self.rnn(x)
""",
        """
from mindspore import nn


class Speech(nn.Cell):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(2, 3)
        self.parts = [self.rnn]
        self.compact()

    def compact(self):
        # for the GPU
        [None for m in self.built()]

    def built(self):
        return [self.rnn]

    def construct(self, x):
        return self.rnn(x)
""",
    ),
]
NOOPS = [
    "def compact(parts):\n    [m.flatten_parameters() for m in parts]\n",
]

_IDLE = (".flatten_parameters", "torch.nn.Module.cuda", "torch.nn.Module.cpu")


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.nodes:
        if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.ListComp):
            continue
        call = node.value.elt
        if any(isinstance(inner, ast.Call) for part in node.value.generators for inner in ast.walk(part)):
            continue  # what is called there may do something
        if isinstance(call, ast.Call) and not call.args and (module.api(call.func) or "").endswith(_IDLE):
            yield Match((statements.removal(module.source, node),), frozenset([id(call.func)]))
