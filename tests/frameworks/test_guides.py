"""What guides on moving to MindSpore show, migrated: our version does what torch does, where published recipes do not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target
from mindport.verify.report import VerifyRequest

_RECIPES = Path(__file__).parent / "recipes"
_NARROW = _RECIPES / "torch_narrow.py"
_X = ("x=float32[2,8,6,6]",)


def _printed(script: Path, folder: Path) -> dict[str, Any]:
    run = subprocess.run([sys.executable, str(script)], cwd=folder, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr[-2000:]
    found: dict[str, Any] = json.loads(run.stdout.strip().splitlines()[-1])
    return found


@pytest.mark.frameworks
def test_training_and_layers_do_what_torch_does_and_recipes_do_not(tmp_path: Path) -> None:
    (tmp_path / "torch").mkdir()
    report = Engine(Settings(target=Target.CPU)).migrate([_RECIPES / "torch_side.py"], tmp_path / "mindspore")
    assert [left for file in report.files for left in file.left] == []

    expected = _printed(_RECIPES / "torch_side.py", tmp_path / "torch")
    ours = _printed(tmp_path / "mindspore" / "torch_side.py", tmp_path / "mindspore")
    published = _printed(_RECIPES / "published_side.py", tmp_path)

    def torchs(name: str) -> Any:
        return pytest.approx(expected[name], rel=1e-4, abs=1e-6)

    assert ours.pop("history") == [pytest.approx(step, rel=1e-4) for step in expected["history"]]
    assert set(ours) == set(expected) - {"history"}
    for name, value in ours.items():
        assert value == torchs(name), name
    for name, right in (
        ("losses", "losses in train mode"),
        ("rates", "rates by the step"),
        ("convolved", "convolved with padding"),
        ("resized", "resized from centres"),
    ):
        assert published[name] != torchs(name), name
        assert published[right] == torchs(name), right
    assert published["shuffled"] != torchs("shuffled")


@pytest.mark.frameworks
@pytest.mark.parametrize("build", ["Narrow(8, 4, mode='up', fold=2)", "Narrow(8, 16, stride=2)", "Narrow(8, 8)"])
def test_a_bottleneck_keeps_every_branch(build: str) -> None:
    engine = Engine(Settings(target=Target.CPU))

    report = engine.verify(VerifyRequest(_NARROW, None, build, _X, mode="train", grad=True))

    assert report.verdict.value == "equivalent", report


@pytest.mark.frameworks
@pytest.mark.parametrize("build", ["Narrow(8, 4, mode='up', fold=2)", "Narrow(8, 8)"])
def test_a_bottleneck_that_forgets_its_mode_cannot_be_built(build: str) -> None:
    engine = Engine(Settings(target=Target.CPU))

    report = engine.verify(VerifyRequest(_NARROW, _RECIPES / "published_narrow.py", build, _X))

    assert report.verdict.value == "inconclusive"
    assert "mode" in str(report)
