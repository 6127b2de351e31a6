"""What a class of another file calls like something of Cell's own is called alike wherever it is used."""

from __future__ import annotations

from pathlib import Path

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_NETS = """
from torch import nn


class Detector(nn.Module):
    def __init__(self, phase="train"):
        super().__init__()
        self.phase = phase

    def set_inputs(self, batch):
        self.batch = batch


class Clock:
    def __init__(self):
        self.phase = 0
"""
_MAIN = """
import torch
from nets import Clock, Detector


class Faster(Detector):
    def is_tested(self):
        return self.phase == "test"


def evaluate(net: Detector):
    net.phase = "test"
    net.set_inputs(torch.ones(2))


clock = Clock()
clock.phase += 1
evaluate(Faster())
"""


def test_attributes_of_classes_of_other_files(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "nets.py").write_text(_NETS)
    (tmp_path / "in" / "main.py").write_text(_MAIN)

    Engine(Settings(target=Target.CPU)).migrate([tmp_path / "in"], tmp_path / "out")

    nets, main = ((tmp_path / "out" / name).read_text() for name in ("nets.py", "main.py"))
    assert "self.phase_ = phase" in nets
    assert "def set_inputs_(self, batch):" in nets
    assert "self.phase = 0" in nets
    assert 'return self.phase_ == "test"' in main
    assert 'net.phase_ = "test"' in main
    assert "net.set_inputs_(mint.ones(2))" in main
    assert "clock.phase += 1" in main
