"""``nn.Dropout(0.5)(x)``: a layer that is called where it is made trains, in whatever mode the network around it is.

A new Cell is in inference mode: its dropout would drop nothing, its batch normalisation use statistics of nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.rewrite.training import put_out
from mindport.rewrite.training.run_forward import is_layer_with_modes

EXAMPLES = [
    (
        """
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)

    def forward(self, x):
        return self.norm(x)


def forward(x, y):
    x = nn.Dropout(p=0.25)(nn.ReLU()(x))
    x = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))(x)
    return nn.BatchNorm1d(4).eval()(Head()(x)), nn.CrossEntropyLoss()(x, y)
""",
        """
from mindspore import mint, nn
from mindport_helpers import TorchCrossEntropyLoss


class Head(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)

    def construct(self, x):
        return self.norm(x)


def forward(x, y):
    x = nn.Dropout(p=0.25).set_train()(nn.ReLU()(x))
    x = nn.SequentialCell(mint.nn.Linear(3, 4), nn.BatchNorm1d(4)).set_train()(x)
    return nn.BatchNorm1d(4).set_train(False)(Head().set_train()(x)), TorchCrossEntropyLoss()(x, y)
""",
    ),
]
NOOPS = ["class Dropout:\n    pass\n\n\nprint(Dropout()(1))\n"]


def matches(module: Module) -> Iterator[Match]:
    if not module.source.imports_torch:
        return
    for node in module.source.each(ast.Call):
        if isinstance(node.func, ast.Call) and _has_modes(module, node.func):
            yield Match(put_out.trained(module, node.func))


def _has_modes(module: Module, made: ast.Call) -> bool:
    """Whether the call makes a layer or a network of one's own that computes something else where it trains."""
    api = module.api(made) or ""
    if api == "torch.nn.Sequential":
        inner = [n for argument in made.args for n in ast.walk(argument) if isinstance(n, ast.Call)]
        return any(_has_modes(module, one) for one in inner)
    if api.startswith("torch.nn."):
        return is_layer_with_modes(api, made)
    if api or isinstance(made.func, ast.Call) or not ast.unparse(made.func).rpartition(".")[2][:1].isupper():
        return False
    return module.analysis.type_of(made).kind == "module" and "loss" not in ast.unparse(made.func).lower()
