"""``Variable(net(x))`` is cut off from how it was computed: ``stop_gradient``, where a gradient could lead on."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import cut_off
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
from torch.autograd import Variable


def loss_of(net: torch.nn.Module, images, gamma):
    images = Variable(images)
    now, after = net(images), net(images + 1)
    aim = Variable(gamma * after.max(1)[0], requires_grad=False)
    return ((now.mean(1) - aim) ** 2).mean() + Variable(now).sum()


def read(rnn: torch.nn.Module, parts, state):
    for part in parts:
        state = Variable(state)
        out, state = rnn(Variable(part), state)
    return out
""",
        """
from mindspore import nn, ops


def loss_of(net: nn.Cell, images, gamma):
    now, after = net(images), net(images + 1)
    aim = ops.stop_gradient(gamma * after.max(dim=1)[0])
    return ((now.mean(1) - aim) ** 2).mean() + ops.stop_gradient(now).sum()


def read(rnn: nn.Cell, parts, state):
    for part in parts:
        state = ops.stop_gradient(state)
        out, state = rnn(part, state)
    return out
""",
    ),
]
NOOPS = ["def cut(Variable, net, x):\n    return Variable(net(x))\n"]


def matches(module: Module) -> Iterator[Match]:
    if "Variable" not in module.source.text:
        return
    for node in module.source.each(ast.Call):
        data = cut_off.by_variable(module, node)
        if data is not None:
            span = module.source.span(data)
            yield Match((Edit(span, (module.spelling.name("mindspore.ops.stop_gradient") + "(", span, ")"), 1),))
