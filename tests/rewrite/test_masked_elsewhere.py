"""Losses of scores that a module hides: in the file itself, or in others."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_POINTER = """
import math
from torch import nn


class Pointer(nn.Module):
    def forward(self, scores, hidden):
        scores[hidden] = -math.inf
        return scores, scores.mean()


class Attention(nn.Module):
    def forward(self, scores, hidden):
        return scores.masked_fill(hidden, -math.inf).softmax(-1)
"""
_NET = """
from torch import nn
import pointer


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.pointer = pointer.Pointer()
        self.attention = pointer.Attention()

    def forward(self, x, hidden):
        return self.pointer(self.first(x), hidden)

    def plain(self, x, hidden):
        return self.attention(self.first(x), hidden)
"""
_TRAIN = """
import torch
from torch import nn
from net import Net

net, criterion = Net(), nn.CrossEntropyLoss()


def loss_of(x: torch.Tensor, hidden, labels):
    scores{more} = net{method}(x, hidden)
    return criterion(scores, labels)
"""


@pytest.mark.parametrize(
    ("method", "more", "loss"),
    [("", ", _", "TorchMaskedCrossEntropyLoss"), (".plain", "", "TorchCrossEntropyLoss")],
)
def test_the_loss_of_scores_hidden_in_other_files(tmp_path: Path, method: str, more: str, loss: str) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name, text in (("pointer", _POINTER), ("net", _NET), ("train", _TRAIN.format(method=method, more=more))):
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    Engine(Settings(target=Target.CPU)).migrate([folder], tmp_path / "out")
    after = (tmp_path / "out" / "train.py").read_text(encoding="utf-8")
    assert f"criterion = Net(), {loss}()" in after
