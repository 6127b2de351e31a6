"""Functions that change in place what other files of the project give them."""

from __future__ import annotations

from pathlib import Path

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_OPS = """import torch


def scaled_(x, by):
    x *= by
    return x


def first_(row):
    row[0] = 0


def new(x):
    x += 1
    return x


class Total:
    def __init__(self, start):
        self.start = start

    def add(self, x):
        self.start += x
"""


def _migrated(tmp_path: Path, main: str) -> str:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "ops.py").write_text(_OPS, encoding="utf-8")
    (tmp_path / "in" / "main.py").write_text(main, encoding="utf-8")
    Engine(Settings(target=Target.CPU)).migrate([tmp_path / "in"], tmp_path / "out")
    return (tmp_path / "out" / "ops.py").read_text(encoding="utf-8")


def test_what_another_file_reads_again_changes_in_place(tmp_path: Path) -> None:
    after = _migrated(
        tmp_path,
        "import torch\nfrom ops import Total, first_, new, scaled_\n\n\ndef run():\n    x = torch.ones(2, 3)\n"
        "    scaled_(x, 2)\n    first_(x.t())\n    total = Total(x)\n    total.add(torch.ones(3))\n"
        "    y = new(torch.zeros(3))\n    return x, y\n",
    )
    assert "    x[...] = x * by\n" in after and "    put_through(None, row, 0, 0)\n" in after
    assert "        self.start[...] = self.start + x\n" in after
    assert "    x += 1\n" in after  # nobody else has it


def test_what_nobody_reads_again_gets_another_tensor(tmp_path: Path) -> None:
    after = _migrated(
        tmp_path,
        "import torch\nfrom ops import first_, scaled_\n\n\ndef run(x: torch.Tensor):\n    y = scaled_(x.clone(), 2)\n"
        "    row = torch.zeros(3)\n    first_(row)\n    return y, row\n",
    )
    assert "    x *= by\n" in after and "    row[0] = 0\n" in after
