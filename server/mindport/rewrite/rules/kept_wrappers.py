"""``nn.DataParallel(net)`` stays a wrapper where the file minds it: by ``module.`` in names, ``k[7:]``, ``isinstance``.

Elsewhere it is the network itself: the names of its state have no ``module.`` then, of which such code cuts its part.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import wrappers
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
from torch import nn


def save(net: nn.Module, path):
    net = nn.DataParallel(net, device_ids=[0, 1])
    torch.save({k[7:]: v for k, v in net.state_dict().items()}, path)
""",
        """
from mindspore import nn
from mindport_helpers import DataParallel, save_object


def save(net: nn.Cell, path):
    net = DataParallel(net, device_ids=[0, 1])
    save_object({k[7:]: v for k, v in net.state_dict().items()}, path)
""",
    ),
]
NOOPS = [
    "def cut(names):\n    return [name[7:] for name in names]\n",
]


def matches(module: Module) -> Iterator[Match]:
    if not wrappers.stay(module.source.text):
        return
    for node in module.source.each(ast.Call):
        if module.certain_api(node) == "torch.nn.DataParallel":
            name = Edit(module.source.span(node.func), (module.spelling.helper("DataParallel"),), 1)
            yield Match((name,), handled=frozenset([id(node.func)]))
