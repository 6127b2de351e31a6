"""``F.cross_entropy(scores.masked_fill(mask, -inf), labels)`` becomes a helper: MindSpore adds what label smoothing would bring.

That is 0 times a sum which is infinite where a score is hidden: the loss is ``nan``, with the right gradient.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite.hidden_scores import are_hidden
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules.masked_softmaxes import made_of
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
import torch.nn.functional as F
from torch import nn


class Contrast(nn.Module):
    def __init__(self):
        super().__init__()
        self.criterion = nn.CrossEntropyLoss()
        self.other = nn.CrossEntropyLoss()

    def forward(self, z: torch.Tensor, labels: torch.Tensor):
        scores = z @ z.t()
        plain = self.other(scores, labels)
        scores.masked_fill_(torch.eye(len(z), dtype=torch.bool), float("-inf"))
        return plain + self.criterion(scores / 0.1, labels)


def pointed(scores: torch.Tensor, hidden: torch.Tensor, labels: torch.Tensor):
    both = torch.cat([scores, scores.masked_fill(hidden, -float("inf"))], dim=1)
    picked = F.nll_loss(F.log_softmax(both, dim=1), labels)
    return picked + F.cross_entropy(both, labels, reduction="sum") + F.cross_entropy(scores, labels)
""",
        """
import mindspore as ms
from mindspore import mint, nn, ops, Tensor
from mindport_helpers import (
    TorchCrossEntropyLoss,
    TorchMaskedCrossEntropyLoss,
    masked_cross_entropy,
    masked_nll_loss,
)


class Contrast(nn.Cell):
    def __init__(self):
        super().__init__()
        self.criterion = TorchMaskedCrossEntropyLoss()
        self.other = TorchCrossEntropyLoss()

    def construct(self, z: Tensor, labels: Tensor):
        scores = z @ z.t()
        plain = self.other(scores, labels)
        scores = scores.masked_fill(mint.eye(len(z), dtype=ms.bool_), float("-inf"))
        return plain + self.criterion(scores / 0.1, labels)


def pointed(scores: Tensor, hidden: Tensor, labels: Tensor):
    both = mint.cat([scores, scores.masked_fill(hidden, -float("inf"))], dim=1)
    picked = masked_nll_loss(ops.log_softmax(both, axis=1), labels)
    return picked + masked_cross_entropy(both, labels, reduction="sum") + ops.cross_entropy(scores, labels)
""",
    ),
    (
        """
import torch
import torch.nn.functional as F
from torch import nn


class Pointer(nn.Module):
    def forward(self, scores: torch.Tensor, hidden: torch.Tensor):
        scores = scores.masked_fill(hidden, float("-inf"))
        return scores, scores.shape


def chosen(scores: torch.Tensor, hidden: torch.Tensor, labels: torch.Tensor):
    pointer = Pointer()
    found, _ = pointer(scores, hidden)
    return F.cross_entropy(found, labels)
""",
        """
from mindspore import nn, Tensor
from mindport_helpers import masked_cross_entropy


class Pointer(nn.Cell):
    def construct(self, scores: Tensor, hidden: Tensor):
        scores = scores.masked_fill(hidden, float("-inf"))
        return scores, scores.shape


def chosen(scores: Tensor, hidden: Tensor, labels: Tensor):
    pointer = Pointer()
    found, _ = pointer(scores, hidden)
    return masked_cross_entropy(found, labels)
""",
    ),
]
NOOPS = ["def loss(F, x, mask, t):\n    return F.cross_entropy(x.masked_fill(mask, float('-inf')), t)\n"]

_FUNCTIONS = {"mindspore.ops.cross_entropy": "masked_cross_entropy", "mindspore.ops.nll_loss": "masked_nll_loss"}
_LOSSES = re.compile("cross_entropy|CrossEntropyLoss|nll_loss")
_LAYER = "TorchCrossEntropyLoss"


def matches(module: Module) -> Iterator[Match]:
    if not _LOSSES.search(module.source.text):
        return
    calls = module.source.each(ast.Call)
    layers = {id(node.func): node.func for node in calls if (_becomes(module, node) or "") == _LAYER}
    for node in calls:
        helper = _FUNCTIONS.get(_becomes(module, node) or "")
        if helper is not None:
            scores = next((k.value for k in node.keywords if k.arg == "input"), None) or next(iter(node.args), None)
            if scores is not None and are_hidden(module, scores, whole=False):
                yield _renamed(module, node.func, helper)
        elif layers and node.args and isinstance(node.func, (ast.Attribute, ast.Name, ast.Call)):
            made = [one for one in made_of(module, node.func) if id(one) in layers]
            if made and are_hidden(module, node.args[0], whole=False):
                yield from (_renamed(module, layers.pop(id(one)), "TorchMaskedCrossEntropyLoss") for one in made)


def _becomes(module: Module, call: ast.Call) -> str | None:
    """What the row makes of the call."""
    finding = module.findings.get(id(call.func))
    chosen = finding.equivalent if finding is not None else None
    return chosen.mindspore or chosen.helper if chosen is not None else None


def _renamed(module: Module, function: ast.expr, helper: str) -> Match:
    edit = Edit(module.source.span(function), (module.spelling.helper(helper),), 1)
    return Match((edit,), handled=frozenset([id(function)]))
