"""A step of training under MindSpore on a CPU, as it is and with ``launch_blocking()``: ``python bench/blocking.py [--steps N]``.

Each model trains in processes of its own, the two kinds by turns; printed is the median second of a step but for the first two.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys

_ROUNDS = 2
_FIRST = 2
_MODELS = {
    "GRU over 20 steps": "nn.GRU(16, 32, batch_first=True)",
    "LSTM over 20 steps": "nn.LSTM(16, 32, batch_first=True)",
    "perceptron": "nn.SequentialCell(nn.Dense(16, 64), nn.ReLU(), nn.Dense(64, 64), nn.ReLU(), nn.Dense(64, 4))",
}
_CODE = """
import sys, time
import numpy as np
import mindspore as ms
from mindspore import nn
from mindspore.experimental import optim
ms.set_device("CPU")
if sys.argv[2] == "blocking":
    ms.runtime.launch_blocking()
net = {model}
x = ms.Tensor(np.random.RandomState(0).randn(8, 20, 16).astype(np.float32))
opt = optim.Adam(net.trainable_params(), lr=0.01)
def loss():
    y = net(x)
    return ((y[0] if isinstance(y, tuple) else y) ** 2).mean()
step = ms.value_and_grad(loss, None, opt.parameters)
for _ in range(int(sys.argv[1])):
    start = time.perf_counter()
    value, gradients = step()
    opt(gradients)
    float(value)
    print(time.perf_counter() - start)
"""


def _seconds(model: str, steps: int, kind: str) -> list[float]:
    command = [sys.executable, "-c", _CODE.format(model=model), str(steps), kind]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    return [float(line) for line in run.stdout.split()][_FIRST:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10)
    steps = parser.parse_args().steps + _FIRST
    for name, model in _MODELS.items():
        times: dict[str, list[float]] = {"as it is": [], "blocking": []}
        for _ in range(_ROUNDS):
            for kind, found in times.items():
                found += _seconds(model, steps, kind)
        shown = ", ".join(f"{kind} {statistics.median(found):.4f} s" for kind, found in times.items())
        print(f"{name}: {shown}")


if __name__ == "__main__":
    main()
