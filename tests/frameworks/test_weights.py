"""Weights from torch to MindSpore and back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mindport.mapping.row import StateEntry
from mindport.weights.compare import compare_files
from mindport.weights.convert import convert

pytestmark = pytest.mark.frameworks

MODELS = Path(__file__).parent / "models"
NORM = {"weight": StateEntry("gamma"), "bias": StateEntry("beta")}
RUNNING = {"running_mean": StateEntry("moving_mean"), "running_var": StateEntry("moving_variance")}
MAPS = {
    "torch.nn.BatchNorm2d": [{**NORM, **RUNNING}],
    "torch.nn.LayerNorm": [NORM],
    "torch.nn.Embedding": [{"weight": StateEntry("embedding_table")}],
}
SAVE = """
import sys
sys.path.insert(0, sys.argv[1])
import torch, torch_mix
model = torch_mix.Mix()
model.stem.bn.num_batches_tracked.fill_(7)
model.head.to(torch.bfloat16)
torch.save({"state_dict": {"module." + k: v for k, v in model.state_dict().items()}, "epoch": 3}, sys.argv[2] + "/wrapped.pth")
torch.save(model.state_dict(), sys.argv[2] + "/mix.pth")
torch.save(torch_mix.Tied().state_dict(), sys.argv[2] + "/tied.pth")
torch.save(torch_mix.Tied(), sys.argv[2] + "/whole.pth")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("weights")
    subprocess.run([sys.executable, "-c", SAVE, str(MODELS), str(made)], check=True)
    return made


@pytest.mark.parametrize(("name", "build"), [("mix", "Mix()"), ("tied", "Tied()")])
@pytest.mark.parametrize("suffix", [".ckpt", ".safetensors"])
def test_there_and_back_is_exact(folder: Path, name: str, build: str, suffix: str) -> None:
    there, back = folder / f"{name}{suffix}", folder / f"{name}-back{suffix}.pth"
    first = convert(folder / f"{name}.pth", there, MODELS / "torch_mix.py", build, MAPS)
    second = convert(there, back, MODELS / "torch_mix.py", build, MAPS)
    assert (first.error, first.unmatched, first.missing) == (None, (), ())
    assert (second.error, second.unmatched, second.missing) == (None, (), ())
    assert compare_files(folder / f"{name}.pth", back).same


def test_a_wrapped_state_is_unwrapped(folder: Path) -> None:
    report = convert(folder / "wrapped.pth", folder / "unwrapped.ckpt", MODELS / "torch_mix.py", "Mix()", MAPS)
    assert (report.converted, report.unmatched) == (15, ())
    assert len(report.notes) == 2


def test_what_does_not_belong_is_named(folder: Path) -> None:
    report = convert(folder / "tied.pth", folder / "odd.ckpt", MODELS / "torch_mix.py", "Mix()", MAPS)
    assert report.unmatched == ("head.weight [10, 8] (in the model [5, 8])",)
    assert "stem.conv.weight" in report.missing


def test_names_in_mindspore_are_those_of_its_layers(folder: Path) -> None:
    convert(folder / "mix.pth", folder / "names.ckpt", MODELS / "torch_mix.py", "Mix()", MAPS)
    report = compare_files(folder / "mix.pth", folder / "names.ckpt")
    assert {"norm.gamma", "stem.bn.moving_mean", "embed.embedding_table"} <= set(report.only_right)


@pytest.mark.parametrize(
    ("source", "words"), [("none.pth", "none.pth"), ("whole.pth", "whole.pth"), ("mix.h5", "not one of")]
)
def test_a_file_that_cannot_be_read_is_named(folder: Path, source: str, words: str) -> None:
    report = convert(folder / source, folder / "x.ckpt", MODELS / "torch_mix.py", "Mix()", MAPS)
    assert words in (report.error or "") and not (folder / "x.ckpt").exists()
