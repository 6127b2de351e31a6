"""``self.optimizer = Adam(self.parameters())`` in a Module: an optimizer is a Cell here, a tensor with a gradient a Parameter.

Both would be the network's from then on: saved with it, counted, trained. Set past the Cell they are not. What a function
from outside gives is an optimizer where its gradients are zeroed and its steps taken.
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
    (
        """
import torch.nn as nn


class Learner(nn.Module):
    def __init__(self, net, make_optimizer):
        super().__init__()
        self.net = net
        self.opt = make_optimizer(self.net.parameters())
        self.head = make_optimizer.head(self.net)

    def update(self, loss):
        self.head.zero_grad()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
""",
        """
from mindspore import nn
from mindport_helpers import (
    accumulate_gradients,
    apply_gradients,
    module_parameters,
    zero_gradients,
)


class Learner(nn.Cell):
    def __init__(self, net, make_optimizer):
        super().__init__()
        self.net = net
        object.__setattr__(self, "opt", make_optimizer(module_parameters(self.net)))
        self.head = make_optimizer.head(self.net)

    def update(self, loss):
        zero_gradients(self.head)
        zero_gradients(self.opt)
        accumulate_gradients(loss)
        apply_gradients(self.opt)
""",
    ),
]
NOOPS = ["class Shop:\n    def __init__(self, Adam):\n        self.optimizer = Adam(self)\n"]


def matches(module: Module) -> Iterator[Match]:
    source = module.source
    for found in module.analysis.modules:
        stepped: set[str] | None = None
        for node in source.within(found.node):
            if not isinstance(node, ast.Assign) or len(node.targets) != 1:
                continue
            target = node.targets[0]
            if not isinstance(target, ast.Attribute) or not isinstance(target.value, ast.Name):
                continue
            if target.value.id != "self":
                continue
            unregistered = is_leaf(module, node.value) or _is_optimizer(module, node.value)
            if not unregistered and isinstance(node.value, ast.Call) and _is_unknown(module, node.value):
                if stepped is None:
                    stepped = _stepped(module, found.node)
                unregistered = target.attr in stepped
            if unregistered:
                start, end = source.span(node).start, source.span(node).end
                name = Edit(
                    Span(start, source.span(node.value).start), (f'object.__setattr__(self, "{target.attr}", ',), 1
                )
                yield Match((name, Edit(Span(end, end), (")",), 1)))


def _is_optimizer(module: Module, value: ast.expr) -> bool:
    return module.analysis.type_of(value).kind == "optimizer"


def _is_unknown(module: Module, value: ast.expr) -> bool:
    return module.analysis.type_of(value).kind == "unknown"


def _stepped(module: Module, class_node: ast.ClassDef) -> set[str]:
    """Attributes of ``self`` whose gradients the class sets to zero and whose steps it takes."""
    called: dict[str, set[str]] = {"zero_grad": set(), "step": set()}
    for node in module.source.within(class_node):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in called:
            continue
        held = node.func.value
        if isinstance(held, ast.Attribute) and isinstance(held.value, ast.Name) and held.value.id == "self":
            called[node.func.attr].add(held.attr)
    return called["zero_grad"] & called["step"]
