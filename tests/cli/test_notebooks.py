"""Notebooks are scanned and migrated as the script that their cells are."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from running import mindport

CELLS = (
    "%matplotlib inline\nimport torch\nimport torch.nn as nn",
    "from model import Net  # of the project",
    "net = Net()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)  # the step",
    "!nvidia-smi",
    "for step in range(3):\n    opt.zero_grad()\n    loss = net(torch.ones(2, 3)).sum()\n    loss.backward()\n    opt.step()\nloss",
    "g = torch.Generator().manual_seed(1)\ntorch.randn(2, generator=g)",
    "%timeit torch.ones(3)",
)


@pytest.fixture
def notebook(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "model.py").write_text(
        "import torch.nn as nn\n\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.fc = nn.Linear(3, 2)\n\n    def forward(self, x):\n        return self.fc(x)\n",
        encoding="utf-8",
    )
    cells = [
        {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [], "source": cell.splitlines(True)}
        for cell in CELLS
    ]
    text = {"cell_type": "markdown", "metadata": {}, "source": ["# 训练 torch.zeros"]}
    document = {"cells": [text, *cells], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    path = folder / "demo.ipynb"
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def sources(path: Path) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]


def test_uses_stand_where_the_file_has_them(notebook: Path) -> None:
    files = {file["path"]: file for file in mindport("scan", notebook.parent, "--format", "json").json()["files"]}
    rows = notebook.read_text(encoding="utf-8").split("\n")
    uses = files["demo.ipynb"]["uses"]

    assert {"torch.optim.SGD", "torch.ones", "torch.Tensor.backward", "torch.randn"} <= {use["api"] for use in uses}
    sgd = next(use for use in uses if use["api"] == "torch.optim.SGD")
    assert rows[sgd["line"] - 1][sgd["column"] - 1 :].startswith("torch.optim.SGD(")
    assert rows[sgd["end_line"] - 1][: sgd["end_column"] - 1].endswith("torch.optim.SGD")


def test_what_a_notebook_imports_counts_for_the_kept_result(notebook: Path) -> None:
    def calls() -> list[str]:
        uses = mindport("scan", notebook, "--format", "json").json()["files"][0]["uses"]
        return [use["api"] for use in uses if use["api"].endswith(".sum")]

    assert calls() == ["torch.Tensor.sum"]
    model = notebook.parent / "model.py"
    model.write_text("class Net:\n    def __call__(self, x):\n        return [1]\n", encoding="utf-8")
    assert calls() == []


def test_a_place_of_a_notebook_is_explained(notebook: Path) -> None:
    rows = notebook.read_text(encoding="utf-8").split("\n")
    row = next(number for number, text in enumerate(rows, 1) if "loss.backward()" in text)
    said = mindport("explain", f"{notebook}:{row}:{rows[row - 1].index('backward') + 1}").stdout

    assert "torch.Tensor.backward" in said
    assert f"demo.ipynb:{row - 1}:" in said  # where the loss is computed


def test_a_notebook_is_migrated_cell_by_cell(notebook: Path, tmp_path: Path) -> None:
    done = mindport("migrate", notebook.parent, "-o", tmp_path / "out", "--target", "cpu", "--format", "json")
    report = next(file for file in done.json()["files"] if file["path"] == "demo.ipynb")
    rows = notebook.read_text(encoding="utf-8").split("\n")
    before, after = sources(notebook), sources(tmp_path / "out" / "demo.ipynb")

    assert [(left["api"], rows[left["line"] - 1].strip()) for left in report["left"]] == [
        ("torch", '"%timeit torch.ones(3)"')
    ]
    assert report["uses"] == report["converted"] + 1
    assert len(after) == len(before)
    assert (after[0], after[2], after[4]) == (
        before[0],
        before[2],
        before[4],
    )  # text, an import of the project, a command
    assert after[1].startswith("%matplotlib inline\n")
    assert "torch" not in after[1]
    assert "# the step" in after[3]
    assert after[5].endswith("\nloss")
    assert after[6] == "g = TorchGenerator().manual_seed(1)\nrandn_from(g, 2)"
    for cell in (*after[2:4], *after[5:7]):
        ast.parse(cell)


def test_a_notebook_alone(notebook: Path, tmp_path: Path) -> None:
    (notebook.parent / "model.py").unlink()
    mindport("migrate", notebook, "-o", tmp_path / "out")

    assert "torch.randn" not in sources(tmp_path / "out" / "demo.ipynb")[6]


def test_what_does_not_parse_is_copied_and_named(notebook: Path, tmp_path: Path) -> None:
    text = notebook.read_text(encoding="utf-8").replace("net = Net()", "net = Net(")
    notebook.write_text(text, encoding="utf-8")
    done = mindport("migrate", notebook.parent, "-o", tmp_path / "out", "--format", "json").json()

    assert (tmp_path / "out" / "demo.ipynb").read_text(encoding="utf-8") == text
    assert [entry["path"] for entry in done["remains"]] == ["demo.ipynb"]
