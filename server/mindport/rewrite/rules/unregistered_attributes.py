"""``self.optimizer = Adam(self.parameters())`` in a Module: an optimizer is a Cell here, a tensor with a gradient a Parameter.

Both would be the network's from then on: saved with it, counted, trained. Set past the Cell they are not, by the class or from
outside. What a function from outside gives is an optimizer where its gradients are zeroed and its steps taken, and where the
attribute says so (``self.optim = self.chosen(name)``).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import cast

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
from mindport_helpers import TorchAdam


class Net(nn.Cell):
    def __init__(self, points, rate):
        super().__init__()
        self.fc = mint.nn.Linear(2, 1)
        object.__setattr__(self, "points", Parameter(ms.tensor(points, dtype=ms.float32)))
        self.scale = Parameter(Parameter(mint.ones(1)))
        object.__setattr__(self, "optimizer", TorchAdam(self.trainable_params(), lr=rate))  # its own


class Agent:
    def __init__(self, net, points):
        self.points = Parameter(ms.tensor(points))
        self.optimizer = TorchAdam(net.trainable_params())
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
    (
        """
from torch import nn, optim

net = nn.Sequential(nn.Linear(2, 1))
net.fitter = optim.SGD(net.parameters(), lr=0.1)
net.rate = 0.1
""",
        """
from mindspore import mint, nn
from mindspore.experimental import optim

net = nn.SequentialCell(mint.nn.Linear(2, 1))
object.__setattr__(net, "fitter", optim.SGD(net.trainable_params(), lr=0.1))
net.rate = 0.1
""",
    ),
]
EXAMPLES += [
    (
        """
import torch
from torch import nn


class Model(nn.Module):
    def prepare(self, kind, make):
        self.optim = self.chosen(kind)
        self.optimal = make(kind)

    def chosen(self, kind):
        return torch.optim.SGD(self.parameters(), lr=0.1) if isinstance(kind, str) else kind
""",
        """
from mindspore import nn
from mindspore.experimental import optim


class Model(nn.Cell):
    def prepare(self, kind, make):
        object.__setattr__(self, "optim", self.chosen(kind))
        self.optimal = make(kind)

    def chosen(self, kind):
        return optim.SGD(self.trainable_params(), lr=0.1) if isinstance(kind, str) else kind
""",
    ),
]
NOOPS = [
    "class Shop:\n    def __init__(self, Adam):\n        self.optimizer = Adam(self)\n",
    "def equip(shop, adam):\n    shop.optimizer = adam\n",
]

_NAMED = re.compile(r"(?:\w+_)?(?:optim|optimi[sz]er|opt)(?:_?\w)?", re.IGNORECASE)


def matches(module: Module) -> Iterator[Match]:
    source = module.source
    for found in module.analysis.modules:
        stepped: set[str] | None = None
        for node in source.within(found.node):
            if not isinstance(node, ast.Assign) or not _sets_of(node, "self"):
                continue
            unregistered = is_leaf(module, node.value) or _is_optimizer(module, node.value)
            if not unregistered and isinstance(node.value, ast.Call) and _is_unknown(module, node.value):
                if stepped is None:
                    stepped = _stepped(module, found.node)
                attribute = cast(ast.Attribute, node.targets[0]).attr
                unregistered = attribute in stepped or _NAMED.fullmatch(attribute) is not None
            if unregistered:
                yield _past_the_cell(module, node)
    if "optim" not in source.text and "requires_grad" not in source.text:
        return
    for node in source.each(ast.Assign):
        if not _sets_of(node, None) or not (_is_optimizer(module, node.value) or is_leaf(module, node.value)):
            continue
        if module.analysis.type_of(cast(ast.Attribute, node.targets[0]).value).kind == "module":
            yield _past_the_cell(module, node)


def _sets_of(node: ast.Assign, name: str | None) -> bool:
    """Whether an attribute of ``name`` is set, or of another variable than ``self``."""
    target = node.targets[0]
    if len(node.targets) != 1 or not isinstance(target, ast.Attribute) or not isinstance(target.value, ast.Name):
        return False
    return target.value.id == name if name is not None else target.value.id != "self"


def _past_the_cell(module: Module, node: ast.Assign) -> Match:
    target = cast(ast.Attribute, node.targets[0])
    held = cast(ast.Name, target.value).id
    start, end = module.source.span(node).start, module.source.span(node).end
    before = Span(start, module.source.span(node.value).start)
    name = Edit(before, (f'object.__setattr__({held}, "{target.attr}", ',), 1)
    return Match((name, Edit(Span(end, end), (")",), 1)))


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
