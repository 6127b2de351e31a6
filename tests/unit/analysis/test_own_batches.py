"""Batches that are objects of the project's own, which are brought to a device like tensors."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.engine import Engine

LOOP = """
def train(model, loader, device):
    for samples, targets in loader:
        samples = samples.to(device)
        targets = [{k: v.to(device) for k, v in t.items()} for t in targets]
        for key, value in targets[0].items():
            targets[0][key] = value.to(device)
        model(samples, targets)
"""
CLASS = "class NestedTensor{}:\n    def __init__(self, x):\n        self.x = x\n    def to(self, device):\n        return self\n"


@pytest.mark.parametrize("bases", ["", "()", "(object)"])
@pytest.mark.parametrize(
    "line", ["import misc", "import misc as utils", "from misc import NestedTensor", "from misc import other"]
)
def test_one_that_the_file_imports_may_be_in_a_batch(tmp_path: Path, bases: str, line: str) -> None:
    own = [] if line.endswith("other") else ["guessed"]

    assert _moved(tmp_path, line, CLASS.format(bases)) == [*(own or ["inferred"]), "inferred", "inferred"]


@pytest.mark.parametrize("code", [CLASS.format("(torch.nn.Module)"), "def to(self, device):\n    pass\n", ""])
def test_modules_and_functions_are_none(tmp_path: Path, code: str) -> None:
    assert _moved(tmp_path, "import misc", code) == ["inferred"] * 3


def _moved(folder: Path, line: str, code: str) -> list[str]:
    (folder / "misc.py").write_text(f"import torch\n{code}\nother = 1\n", "utf-8")
    text = f"import torch\n{line}\n{LOOP}"
    found = Engine().analyze(text, folder / "main.py").findings
    return [one.use.certainty.value for one in found if one.use.api == "torch.Tensor.to"]
