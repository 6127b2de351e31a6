"""The block of mixed precision that stands for ``autocast`` on accelerators, run in the types that a CPU has kernels of."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mindport.mapping import helpers

pytestmark = pytest.mark.frameworks
RUN = """
import mindspore as ms
import numpy as np
from mindspore import Tensor, mint

from mindport_helpers import autocast, autocast_dtype, autocast_enabled

x = Tensor(np.random.default_rng(0).normal(size=(8, 8)).astype(np.float32))


def product(x):
    return mint.matmul(x, x)


def lower(x):
    with autocast():
        return mint.sum(mint.nn.functional.relu(product(x)))


assert product(x).dtype == ms.float32 and not autocast_enabled() and autocast_dtype() == ms.float16
with autocast(dtype=ms.bfloat16):
    assert autocast_enabled() and autocast_dtype() == ms.bfloat16
with autocast():
    assert product(x).dtype == ms.float16 and autocast_enabled()
    with autocast(enabled=False):
        assert product(x).dtype == ms.float32 and not autocast_enabled()
    assert product(x).dtype == ms.float16
    assert mint.exp(x.half()).dtype == ms.float32
assert autocast()(product)(x).dtype == ms.float16
try:
    with autocast():
        raise ValueError
except ValueError:
    assert not autocast_enabled()

value, gradient = ms.value_and_grad(lower)(x)
exact = ms.grad(lambda x: mint.sum(mint.nn.functional.relu(product(x))))(x)
error = float((gradient - exact).abs().max()) / float(exact.abs().max())
assert gradient.dtype == ms.float32 and 0 < error < 5e-3, error
"""


def test_a_block_computes_in_the_lower_precision(tmp_path: Path) -> None:
    script = tmp_path / "run.py"
    script.write_text(RUN, encoding="utf-8")
    text = helpers.module_text({"autocast", "autocast_dtype", "autocast_enabled"})
    (tmp_path / "mindport_helpers.py").write_text(text, encoding="utf-8")

    run = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300)

    assert run.returncode == 0, run.stderr[-2000:]
