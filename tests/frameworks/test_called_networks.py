"""Networks called with other weights: gradients of each sample, ensembles, steps within steps."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_SCRIPT = """
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call, grad, stack_module_state, vmap


def made(k):
    net = nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.Tanh(), nn.Linear(6, 3)).eval()
    with torch.no_grad():
        for j, p in enumerate(net.parameters()):
            p.copy_(torch.sin(torch.arange(p.numel()).float() * k + j).view_as(p))
    return net


def shown(tensor):
    print(*(f"{value:.4f}" for value in tensor.detach().flatten().tolist()))


x, y = torch.cos(torch.arange(20.0)).view(5, 4), torch.tensor([0, 1, 2, 0, 1])
net = made(1)
weights = {name: p.detach() for name, p in net.named_parameters()}


def loss(weights, sample, target):
    return F.cross_entropy(functional_call(net, weights, (sample.unsqueeze(0),)), target.unsqueeze(0))


each = vmap(grad(loss), in_dims=(None, 0, 0))(weights, x, y)
shown(each["0.weight"].pow(2).sum((1, 2)))
shown(each["1.bias"][2])

nets = [made(1), made(2)]
params, buffers = stack_module_state(nets)
base = copy.deepcopy(nets[0])
optimizer = torch.optim.SGD(params.values(), lr=0.1)
for _ in range(2):
    out = vmap(lambda p, b: functional_call(base, (p, b), (x,)))(params, buffers)
    optimizer.zero_grad()
    total = sum(F.cross_entropy(one, y) for one in out)
    total.backward()
    optimizer.step()
    shown(total)

fast = dict(net.named_parameters())
inner = F.cross_entropy(functional_call(net, fast, (x,)), y)
steps = torch.autograd.grad(inner, fast.values(), create_graph=True)
fast = {name: p - 0.5 * step for (name, p), step in zip(fast.items(), steps)}
F.cross_entropy(functional_call(net, fast, (x.flip(0),)), y).backward()
shown(net[3].weight.grad.sum(1))
shown(net(x).sum(0))
"""


@pytest.mark.frameworks
def test_gradients_of_weights_that_a_network_is_called_with(tmp_path: Path) -> None:
    script = tmp_path / "networks.py"
    script.write_text(_SCRIPT, encoding="utf-8")
    report = Engine(Settings(target=Target.CPU)).migrate([script], tmp_path / "out")
    assert [left for file in report.files for left in file.left] == []

    before, after = (_numbers(folder) for folder in (tmp_path, tmp_path / "out"))

    assert len(before) == len(after) == 6
    for row, other in zip(before, after, strict=True):
        assert other == pytest.approx(row, abs=2e-4)


def _numbers(folder: Path) -> list[list[float]]:
    run = subprocess.run([sys.executable, "networks.py"], cwd=folder, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr[-2000:]
    return [[float(word) for word in line.split()] for line in run.stdout.splitlines()]
