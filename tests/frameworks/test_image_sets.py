"""Data sets of pictures are what a program has written into them."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_SCRIPT = """
import numpy as np
from torchvision import datasets

digits = datasets.MNIST("data")
digits.targets[1] = 7
digits.targets[digits.targets == 2] = 0
digits.data[3] = 255
print([label for _, label in digits], np.asarray(digits[3][0]).sum())
kept = digits.targets != 0
digits.data, digits.targets = digits.data[kept], digits.targets[kept]
print(len(digits), [label for _, label in digits])

photographs = datasets.CIFAR10("data")
photographs.targets[0] += 4
print(type(photographs.data).__name__, type(photographs.targets).__name__, [label for _, label in photographs])
photographs.data = photographs.data[:2]
print(len(photographs), round(float(np.var(photographs.data / 255.0)), 4))
"""


@pytest.mark.frameworks
def test_what_is_written_into_a_data_set_is_what_it_gives(tmp_path: Path) -> None:
    script = tmp_path / "sets.py"
    script.write_text(_SCRIPT, encoding="utf-8")
    report = Engine(Settings(target=Target.CPU)).migrate([script], tmp_path / "out")
    assert [left for file in report.files for left in file.left] == []
    _write_files(tmp_path / "out" / "data")

    run = subprocess.run([sys.executable, "sets.py"], cwd=tmp_path / "out", capture_output=True, text=True, timeout=600)

    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == [
        "[1, 7, 0, 3] 199920",
        "3 [1, 7, 3]",
        "ndarray list [4, 1, 2, 3, 4]",
        "2 0.0",
    ]


def _write_files(folder: Path) -> None:
    raw = folder / "MNIST" / "raw"
    raw.mkdir(parents=True)
    sizes = np.array([4, 28, 28], ">i4").tobytes()
    (raw / "train-images-idx3-ubyte").write_bytes(b"\0\0\x08\x03" + sizes + bytes(4 * 28 * 28))
    (raw / "train-labels-idx1-ubyte").write_bytes(b"\0\0\x08\x01" + sizes[:4] + bytes([1, 0, 2, 3]))
    small = folder / "cifar-10-batches-py"
    small.mkdir()
    for number in range(5):
        entry = {"data": np.full((1, 3072), 7, np.uint8), "labels": [number]}
        (small / f"data_batch_{number + 1}").write_bytes(pickle.dumps(entry))
    (small / "batches.meta").write_bytes(pickle.dumps({"label_names": [str(n) for n in range(10)]}))
