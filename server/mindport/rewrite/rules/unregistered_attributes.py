"""``self.optimizer = Adam(self.parameters())`` in a Module: an optimizer is a Cell here, a tensor with a gradient a Parameter.

Both would be the network's from then on: saved with it, counted, trained. Set past the Cell they are not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules.cast_leaves import is_leaf
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch
from torch import nn, optim


class Net(nn.Module):
    def __init__(self, points, rate):
        super().__init__()
        self.fc = nn.Linear(2, 1)
        self.points = torch.tensor(points, dtype=torch.float32, requires_grad=True)
        self.scale = nn.Parameter(torch.ones(1, requires_grad=True))
        self.optimizer = optim.Adam(self.parameters(), lr=rate)  # its own


class Agent:
    def __init__(self, net, points):
        self.points = torch.tensor(points, requires_grad=True)
        self.optimizer = optim.Adam(net.parameters())
""",
        """
import mindspore as ms
from mindspore import mint, nn, Parameter
from mindspore.experimental import optim


class Net(nn.Cell):
    def __init__(self, points, rate):
        super().__init__()
        self.fc = mint.nn.Linear(2, 1)
        object.__setattr__(self, "points", Parameter(ms.tensor(points, dtype=ms.float32)))
        self.scale = Parameter(Parameter(mint.ones(1)))
        object.__setattr__(self, "optimizer", optim.Adam(self.trainable_params(), lr=rate))  # its own


class Agent:
    def __init__(self, net, points):
        self.points = Parameter(ms.tensor(points))
        self.optimizer = optim.Adam(net.trainable_params())
""",
    ),
]
NOOPS = ["class Shop:\n    def __init__(self, Adam):\n        self.optimizer = Adam(self)\n"]


def matches(module: Module) -> Iterator[Match]:
    source = module.source
    for found in module.analysis.modules:
        for node in source.within(found.node):
            if not isinstance(node, ast.Assign) or len(node.targets) != 1:
                continue
            target = node.targets[0]
            if not isinstance(target, ast.Attribute) or not isinstance(target.value, ast.Name):
                continue
            if target.value.id == "self" and (is_leaf(module, node.value) or _is_optimizer(module, node.value)):
                start, end = source.span(node).start, source.span(node).end
                name = Edit(
                    Span(start, source.span(node.value).start), (f'object.__setattr__(self, "{target.attr}", ',), 1
                )
                yield Match((name, Edit(Span(end, end), (")",), 1)))


def _is_optimizer(module: Module, value: ast.expr) -> bool:
    return module.analysis.type_of(value).kind == "optimizer"
