"""Networks, and parts of them, that are put out of training as they are made stay out of it: teachers, features, what is frozen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_NETS = """
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 8)
        self.norm = nn.BatchNorm1d(8)
        self.last = nn.Linear(8, 3)

    def forward(self, x):
        return self.last(F.relu(self.norm(self.first(x))))


class Distance(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.features = features
        self.norm = nn.BatchNorm1d(4)
        self.freeze()

    def freeze(self):
        self.features.eval()
        for p in self.features.parameters():
            p.requires_grad_(False)

    def forward(self, a, b):
        return F.l1_loss(self.features(self.norm(a)), self.features(b))


def filled(net):
    with torch.no_grad():
        for i, p in enumerate(net.parameters()):
            p.copy_(torch.sin(torch.arange(p.numel()).float() + i).view_as(p))
    return net


def load_teacher():
    net = filled(Net())
    return net.eval()


def build(frozen=False):
    net = filled(Net())
    if frozen:
        net.eval()
    return net


class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.teacher = load_teacher()
        self.student = build()
        self.other = build(True)

    def forward(self, x):
        return F.mse_loss(self.student(x), self.teacher(x).detach()) + self.other(x).mean()
"""
_MAIN = """
import torch
import torch.nn.functional as F

from nets import Both, Distance, Net, build, filled, load_teacher

teacher, student, frozen, distance, both = load_teacher(), build(), build(frozen=True), Distance(filled(Net())), Both()
beside = filled(Net())
beside.eval()
normed = filled(Net())
for module in normed.modules():
    if isinstance(module, torch.nn.BatchNorm1d):
        module.eval()
optimizer = torch.optim.SGD(list(student.parameters()) + list(both.student.parameters()), lr=0.1)
x = torch.cos(torch.arange(16.0).view(4, 4))
for i in range(2):
    out = student(x)
    loss = F.mse_loss(out, teacher(x)) + F.mse_loss(out, beside(x)) + frozen(x).mean() + both(x) + distance(x, x + 1)
    loss = loss + normed(x).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 4))
for net in (normed, normed.norm, teacher, student, frozen, distance, distance.features, distance.norm, both, both.teacher, both.student, both.other):
    print(net.training)
"""
_RUN = """
import torch

from nets import Both, build, load_teacher

net, frozen, new = load_teacher(), build(True), build()
x = torch.cos(torch.arange(16.0).view(4, 4))
with torch.no_grad():
    for one in (net, frozen, new):
        print(round(one(x).sum().item(), 4))
    both = Both()
    print(round(both(x).item(), 4))
"""


@pytest.mark.frameworks
@pytest.mark.parametrize("script", [_MAIN, _RUN], ids=["trained", "only run"])
def test_what_is_put_out_of_training_as_it_is_made_stays_out_of_it(tmp_path: Path, script: str) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "nets.py").write_text(_NETS, encoding="utf-8")
    (project / "main.py").write_text(script, encoding="utf-8")
    report = Engine(Settings(target=Target.CPU)).migrate([project], tmp_path / "out")
    assert [left for file in report.files for left in file.left] == []

    before, after = (_printed(folder) for folder in (project, tmp_path / "out"))

    assert len(before) == len(after) >= 4
    for line, other in zip(before, after, strict=True):
        assert line == other or float(other) == pytest.approx(float(line), abs=2e-4)


def _printed(folder: Path) -> list[str]:
    run = subprocess.run([sys.executable, "main.py"], cwd=folder, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr[-2000:]
    return run.stdout.splitlines()
