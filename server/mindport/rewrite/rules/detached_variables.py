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
EXAMPLES += [
    (  # by an attribute, or by a function of the file
        """
import torch
from torch.autograd import Variable


class Trainer:
    def __init__(self, net_g: torch.nn.Module, net_d: torch.nn.Module):
        self.net_g = net_g
        self.net_d = net_d

    def make(self, z):
        self.fake, self.size = self.net_g(z), z.size(0)

    def sample(self, z):
        out = self.net_g(z)
        return out * 2

    def loss(self, z, real):
        self.make(z)
        self.real = real
        judged = self.net_d(Variable(self.fake)) + self.net_d(Variable(self.sample(z)))
        return (judged - self.net_d(Variable(self.real))).mean()


def generate(net: torch.nn.Module, z):
    return net(z) * 2


@torch.no_grad()
def shown(net: torch.nn.Module, z):
    return net(z)


def judge(critic: torch.nn.Module, net: torch.nn.Module, z):
    return critic(Variable(generate(net, z))) - critic(Variable(shown(net, z)))
""",
        """
import mindspore as ms
from mindspore import nn, ops


class Trainer:
    def __init__(self, net_g: nn.Cell, net_d: nn.Cell):
        self.net_g = net_g
        self.net_d = net_d

    def make(self, z):
        self.fake, self.size = self.net_g(z), z.shape[0]

    def sample(self, z):
        out = self.net_g(z)
        return out * 2

    def loss(self, z, real):
        self.make(z)
        self.real = real
        judged = self.net_d(ops.stop_gradient(self.fake)) + self.net_d(ops.stop_gradient(self.sample(z)))
        return (judged - self.net_d(self.real)).mean()


def generate(net: nn.Cell, z):
    return net(z) * 2


@ms._no_grad()
def shown(net: nn.Cell, z):
    return net(z)


def judge(critic: nn.Cell, net: nn.Cell, z):
    return critic(ops.stop_gradient(generate(net, z))) - critic(shown(net, z))
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
