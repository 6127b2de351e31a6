"""Weights and tensors that are changed in place, by names, ``.data``, masks or state dicts: what training goes on with."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_NAMES = (
    "changed_weights.py",
    "counted_steps.py",
    "resumed_training.py",
    "first_weights.py",
    "given_values.py",
    "set_layers.py",
    "held_tensors.py",
    "lightning_training.py",
    "accelerated_training.py",
)
_SCRIPTS = [Path(__file__).parent / "recipes" / name for name in _NAMES]


def _printed(script: Path) -> dict[str, Any]:
    run = subprocess.run([sys.executable, str(script)], cwd=script.parent, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr[-2000:]
    found: dict[str, Any] = json.loads(run.stdout.strip().splitlines()[-1])
    return found


@pytest.mark.frameworks
@pytest.mark.parametrize("script", _SCRIPTS, ids=lambda script: script.stem)
def test_what_changes_between_steps_is_what_an_optimizer_goes_on_with(script: Path, tmp_path: Path) -> None:
    report = Engine(Settings(target=Target.CPU)).migrate([script], tmp_path)
    assert [left for file in report.files for left in file.left] == []

    expected, ours = _printed(script), _printed(tmp_path / script.name)

    assert set(ours) == set(expected)
    for case, values in expected.items():
        assert ours[case] == pytest.approx(values, abs=2e-4), case
