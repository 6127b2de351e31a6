"""What fastai's star imports bring along."""

from __future__ import annotations

from pathlib import Path

import pytest
from found_uses import NO_ROWS, apis

from mindport.analysis.analyze import analyze
from mindport.semantics.project import ProjectFiles
from mindport.syntax.source import read_source


@pytest.mark.parametrize(
    "module",
    ["fastai.vision.all", "fastai.basics", "fastai.torch_basics", "fastai.medical.imaging.all", "fastai.vision"],
)
def test_torch_s_names_come_along(module: str) -> None:
    code = f"from {module} import *\nnet = nn.Linear(2, 3)\nF.relu(torch.ones(2))\nx: Tensor = load()\nnp.sum(1)\n"
    assert apis(code) == ["torch.nn.Linear", "torch.nn.functional.relu", "torch.ones", "torch.Tensor"]


def test_its_modules_are_modules() -> None:
    code = "from fastai.vision.all import *\nclass M(Module):\n    def forward(self, x):\n        return x.transpose(1, 2)\nM().eval()\n"
    assert apis(code) == ["torch.Tensor.transpose", "torch.nn.Module.eval"]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("from fastai.torch_core import *\ntensor([1, 2]).sum()\nnn.Linear(1, 2)", ["torch.Tensor.sum"]),
        ("from fastai.layers import *\nnn.Linear(1, 2)", []),  # it says itself what it brings
        ("from fastbook import *\nnn.Linear(1, 2)", []),
        ("from fastai.vision.all import *\nimport mindspore.nn as nn\nnn.Dense(1, 2)", []),
    ],
)
def test_what_does_not(code: str, found: list[str]) -> None:
    assert apis(code) == found


def test_they_come_through_another_file(tmp_path: Path) -> None:
    (tmp_path / "imports.py").write_text("from fastai.vision.all import *\n", "utf-8")
    (tmp_path / "main.py").write_text("from imports import *\nnn.Linear(2, 3)\n", "utf-8")
    source = read_source(tmp_path / "main.py")
    assert [use.api for use in analyze(source, NO_ROWS, ProjectFiles(NO_ROWS)).uses] == ["torch.nn.Linear"]
