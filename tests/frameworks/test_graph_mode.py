"""What migrated code gives within ``ms.jit`` is what it gives outside of it: some methods of MindSpore's Tensor are others there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

pytestmark = pytest.mark.frameworks

_TORCH = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.cls = nn.Parameter(torch.arange(4.0).reshape(1, 1, 4))
        self.proj = nn.Linear(4, 4)

    def forward(self, x):
        square = x[0].transpose(0, 1)
        scores = x @ x.transpose(-2, -1)
        tokens = torch.cat([self.cls.expand(x.shape[0], -1, -1), self.proj(x)], dim=1)
        best, place = tokens.max(1)
        pair = scores.min(-1)
        query, key = tokens.chunk(2, dim=-1)
        first, rest = scores.cumsum(dim=-1).split([1, 2], dim=1)
        largest = torch.linalg.vector_norm(x, float("inf"), dim=(0, 2))
        parts = query, key, first, rest, largest
        return square, tokens, best, place, pair[1], x.argmax(), x.amax(dim=1, keepdim=True), square.transpose(1, 0), *parts
"""

_HELPED = """
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.around = nn.CircularPad1d((1, 2))

    def forward(self, x):
        square = x[0].transpose(0, 1)
        with torch.profiler.record_function("scores"):
            scores = torch.einsum("bij,bkj->bik", x, x)
        outer = torch.einsum("...i,bij->b...j", x[0, 0], x.transpose(1, 2)[:, :, :2])
        larger = F.interpolate(x, scale_factor=1.7, mode="nearest-exact")
        return square, scores, outer, larger, self.around(x), torch.roll(x, 2), torch.quantile(x, 0.3), torch.t(square)
"""

_RUN = """
import mindspore as ms
import numpy as np
from net import Net

net = Net().set_train(False)
x = ms.Tensor(np.random.RandomState(0).randn(2, 3, 4).astype(np.float32))
plain = [one.asnumpy() for one in net(x)]
compiled = [one.asnumpy() for one in ms.jit(net.construct)(x)]
assert plain[0].shape == (4, 3), plain[0].shape
for place, (one, other) in enumerate(zip(plain, compiled, strict=True)):
    np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6, err_msg=str(place))
"""


@pytest.mark.parametrize("torch", [_TORCH, _HELPED])
def test_a_compiled_network_gives_what_it_gives_uncompiled(torch: str, tmp_path: Path) -> None:
    engine = Engine(Settings(Target.CPU))
    migrated = engine.migrate_text(torch)
    assert not migrated.left
    (tmp_path / "net.py").write_text(migrated.text, encoding="utf-8")
    (tmp_path / "mindport_helpers.py").write_text(engine.helpers_module(migrated.helpers), encoding="utf-8")
    (tmp_path / "run.py").write_text(_RUN, encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "run.py"], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
    )

    assert done.returncode == 0, f"{migrated.text}\n{done.stderr[-3000:]}"
