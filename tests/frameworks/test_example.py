"""The example project, migrated for the CPU without a hand edit, trains: its loss falls and its checkpoint comes back."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

pytestmark = pytest.mark.slow

_EXAMPLE = Path(__file__).parents[2] / "examples" / "vit-classifier"


@pytest.mark.frameworks
def test_the_migrated_example_trains(tmp_path: Path) -> None:
    report = Engine(Settings(target=Target.CPU)).migrate([_EXAMPLE], tmp_path)
    assert [left for file in report.files for left in file.left] == []

    run = subprocess.run(
        [
            sys.executable,
            "train.py",
            "--epochs",
            "2",
            "--train-size",
            "256",
            "--test-size",
            "64",
            "--checkpoint",
            "best.pth",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )

    assert run.returncode == 0, run.stderr[-2000:]
    losses = [float(value) for value in re.findall(r"step \d+ loss ([\d.]+)", run.stdout)]
    assert len(losses) == 16
    assert sum(losses[-3:]) < 0.9 * sum(losses[:3])
    best = re.search(r"best accuracy ([\d.]+)", run.stdout)
    restored = re.search(r"accuracy of best.pth: ([\d.]+)", run.stdout)
    assert best and restored and best.group(1) == restored.group(1)


def test_the_example_is_migrated_with_every_comment(tmp_path: Path) -> None:
    Engine(Settings(target=Target.CPU)).migrate([_EXAMPLE], tmp_path)

    for name in ("model.py", "train.py", "data.py"):
        before = re.findall(r"#.*", (_EXAMPLE / name).read_text(encoding="utf-8"))
        after = re.findall(r"#.*", (tmp_path / name).read_text(encoding="utf-8"))
        assert sorted(before) == sorted(after)
