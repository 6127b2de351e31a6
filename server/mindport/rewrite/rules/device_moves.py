"""``model.to(device)`` and ``x = x.cuda()`` move nothing in MindSpore: a statement that does no more than this goes away.

So does an ``if`` that holds nothing else, unless its test may do something or a comment stands in it.
"""

from __future__ import annotations

from collections.abc import Iterator

from mindport.rewrite import moves, statements
from mindport.rewrite.rule import Match, Module

EXAMPLES = [
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
from mindspore import nn, Tensor


def place(x: Tensor, y: Tensor, net: nn.Cell, fast):
    # where the data is
    if False:
        x = x + 1
    else:
        pass
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
]
NOOPS = ["x = 1\nx = x\nx\nif x:\n    x\n"]


def matches(module: Module) -> Iterator[Match]:
    gone = moves.idle(module)
    edits = statements.removals(module.source, [node for node, _ in gone])
    for statement, uses in gone:
        yield Match((edits[id(statement)],), frozenset(id(u) for u in uses))
