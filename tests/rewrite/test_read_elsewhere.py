"""Gradients that a function of another file reads or changes are the parameters' own."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_COMMON = """
import torch


def clip_value_(parameters, limit):
    for p in _having(parameters):
        p.grad.data.clamp_(min=-limit, max=limit)


def _having(parameters):
    return [p for p in parameters if p.grad is not None]


def halved(parameters):
    clip_value_(parameters, 0.5)


def count(parameters):
    return sum(p.numel() for p in parameters)


def slope(y, x):
    return torch.autograd.grad(y, x)
"""
_TRAIN = """
import torch
from torch import nn, optim
import common

net = nn.Linear(2, 2)
optimizer = optim.SGD(net.parameters(), lr=0.1)
for x in torch.ones(3, 2):
    loss = net(x).sum()
    optimizer.zero_grad()
    loss.backward()
    {between}
    optimizer.step()
    {after}
"""


@pytest.mark.parametrize(
    ("between", "after", "kept"),
    [
        ("common.clip_value_(net.parameters(), 1.0)", "pass", True),
        ("common.halved(net.parameters())", "pass", True),
        ("pass", "print(common._having(net.parameters()))", True),
        ("from library import clip_them; clip_them(net)", "pass", True),
        ("common.count(net.parameters())", "print(common.slope)", False),
    ],
)
def test_a_step_keeps_the_gradients_that_others_read(tmp_path: Path, between: str, after: str, kept: bool) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "common.py").write_text(_COMMON)
    (tmp_path / "in" / "train.py").write_text(_TRAIN.format(between=between, after=after))

    Engine(Settings(target=Target.CPU)).migrate([tmp_path / "in"], tmp_path / "out")

    made = (tmp_path / "out" / "train.py").read_text()
    assert ("accumulate_gradients(loss)" in made) is kept
    assert ("value_and_grad" in made) is not kept
