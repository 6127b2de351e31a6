"""Edits of tests of torch's version: what a branch that never runs sets counts again once it may run, and the other way round."""

from __future__ import annotations

import itertools

from mindport.engine import Engine

ENGINE = Engine()
TEXT = """import torch
from torch import nn
import mine

OLD = torch.__version__ < '1.2'


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        if VERY:
            self.norm = mine.Norm()
        else:
            self.norm = nn.BatchNorm2d(3)

    def make(self):
        if WAS:
            return mine.make()
        return torch.ones(2)

    def forward(self, x: torch.Tensor):
        y = x if TEST else mine.load(x)
        return self.norm(x).view(1), y.view(2), self.make().view(3)


def other(net: Net):
    return net.norm.weight, net.make().sum()
"""
TESTS = ("OLD", "torch.__version__ < '1'", "wide", "torch.__version__ > '1'")


def test_incremental_equals_full_where_tests_change() -> None:
    found = ENGINE.analyze(TEXT, follow=True)
    counts = set()
    for texts in itertools.product(TESTS, repeat=3):
        text = TEXT
        for place, test in zip(("VERY", "WAS", "TEST"), texts):
            text = text.replace(place, test)
            found = ENGINE.settle(ENGINE.analyze(text, None, found))
            fresh = ENGINE.analyze(text)
            assert [(one.use, one.fix) for one in found.findings] == [(one.use, one.fix) for one in fresh.findings]
            counts.add(len(fresh.findings))

    assert len(counts) > 3
