"""What an analysis leaves behind: a scan analyses thousands of files and collects rarely."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path
from textwrap import dedent

import pytest

from mindport.engine import Engine, Settings

pytestmark = pytest.mark.slow

LAYERS = """
    import numpy as np
    import torch
    from torch import nn

    class Block(nn.Module):
        def __init__(self, dim):
            super().__init__()
            self.lin = nn.Linear(dim, dim)
            self.register_buffer("scale", torch.ones(dim))

        def forward(self, x):
            def inner(y):
                return y * self.scale

            shape = np.prod(x.shape[1:])
            return inner(self.lin(x)).reshape(-1, shape)
"""
MODEL = """
    import numpy as np
    import torch
    from torch import nn

    from layers import Block

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.blocks = nn.ModuleList([Block(4) for _ in range(2)])
            self.act = {"relu": lambda x: x.relu()}

        def forward(self, x):
            for block in self.blocks:
                x = block(x)
            return self.act["relu"](x).mean() + np.prod(x.shape)

    def main():
        net = Net()
        print(net(torch.rand(3, 4)).item())
"""


def test_a_discarded_analysis_is_freed_without_the_collector(tmp_path: Path) -> None:
    (tmp_path / "layers.py").write_text(dedent(LAYERS))
    path = tmp_path / "model.py"
    path.write_text(text := dedent(MODEL))
    engine = Engine(Settings(), snapshot=True, callers=False)
    gc.collect()
    gc.disable()
    try:
        analysis = engine.analyze(text, path)
        assert {finding.use.api for finding in analysis.findings} >= {
            "torch.Tensor.relu",
            "torch.Tensor.mean",
            "torch.Tensor.item",
        }
        assert analysis.told() is not None
        source = weakref.ref(analysis.source)
        analysis.discard()
        assert source() is None
    finally:
        gc.enable()
