"""Statements that come to nothing go, comments kept: ``model.to(device)``, ``torch.cuda.empty_cache()``, settings of cuDNN.

So does an ``if`` that holds nothing else, unless its test may do something or a comment stands in it, and an ``else``.
"""

from __future__ import annotations

from collections.abc import Iterator

from mindport.rewrite import idle, statements
from mindport.rewrite.rule import Match, Module

EXAMPLES = [
    (
        """
import torch
from torch import nn
from torch.autograd import Variable


def spread(net: nn.Module, other: nn.Module, devices, config, batch: dict[str, torch.Tensor]):
    batch["x"] = batch["x"].cuda()
    x, y = Variable(batch["x"]), Variable(batch["y"], volatile=True)
    x, y = Variable(x), Variable(y)
    print(x, y)
    if len(devices) > 1 and config["many"]:
        net = nn.DataParallel(net, device_ids=list(range(torch.cuda.device_count())))
    other = nn.DataParallel(other, device_ids=devices).cuda()
    return net, nn.DataParallel(other)
""",
        """
from mindspore import nn, Tensor


def spread(net: nn.Cell, other: nn.Cell, devices, config, batch: dict[str, Tensor]):
    x, y = batch["x"], batch["y"]
    print(x, y)
    return net, other
""",
    ),
    (
        """
import torch


def double(x: torch.Tensor, y: torch.Tensor, device):
    x = x.to(device)
    x, y = x.cuda(), y.contiguous().cpu()
    return x + y
""",
        """
from mindspore import Tensor


def double(x: Tensor, y: Tensor, device):
    x, y = x, y.contiguous()
    return x + y
""",
    ),
    (
        """
import torch


def place(x: torch.Tensor, y: torch.Tensor, net: torch.nn.Module, fast):
    if fast:
        x = x.cuda()
        y = y.cuda()
        net.cuda()
    net.to(device=x.device)  # where the data is
    if torch.cuda.is_available():
        x = x.cuda()
        x = x + 1
    else:
        x = x.cpu()
    return x, y
""",
        """
import mindspore as ms
from mindspore import nn, Tensor


def place(x: Tensor, y: Tensor, net: nn.Cell, fast):
    # where the data is
    if ms.get_context("device_target") != "CPU":
        x = x + 1
    return x, y
""",
    ),
    (
        """
import torch


def ready(net: torch.nn.Module, fast):
    if fast:
        # the whole network
        net.cuda()
""",
        """
from mindspore import nn


def ready(net: nn.Cell, fast):
    if fast:
        # the whole network
        pass
""",
    ),
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
    (
        """
import torch

torch.backends.cudnn.benchmark = False
if torch.cuda.is_available():
    torch.backends.cudnn.benchmark = True
    torch.cuda.empty_cache()
y = torch.ones(2)
torch.cuda.synchronize() if torch.cuda.is_available() else None
""",
        """
from mindspore import mint

y = mint.ones(2)
""",
    ),
    (
        """
import torch
import torch.backends.cudnn as cudnn


def prepare(args):
    cudnn.benchmark, cudnn.enabled = not args.exact, True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = args.fast
    torch.set_float32_matmul_precision("high")
    torch.autograd.set_detect_anomaly(args.debug)
    torch.manual_seed(args.seed)
""",
        """
import mindspore as ms


def prepare(args):
    ms.set_seed(args.seed)
""",
    ),
]
NOOPS = [
    "x = 1\nx = x\nx\nif x:\n    x\n",
    "def compact(parts):\n    [m.flatten_parameters() for m in parts]\n",
    "class backends:\n    pass\n\n\nbackends.benchmark = True\n",
]


def matches(module: Module) -> Iterator[Match]:
    gone = idle.idle(module)
    uses = {id(statement): frozenset(id(use) for use in found) for statement, found in gone}
    edits = statements.removals(module.source, [statement for statement, _ in gone])
    for node in idle.idle_elses(module, gone):
        whole = statements.else_removal(module.source, node)
        if whole is not None:
            yield Match((whole,), frozenset().union(*(uses[id(statement)] for statement in node.orelse)))
            for statement in node.orelse:
                del edits[id(statement)]
    for place, edit in edits.items():
        yield Match((edit,), uses[place])
