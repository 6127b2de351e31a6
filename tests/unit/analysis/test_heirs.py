"""Attributes that a class leaves None, and that classes derived from it set."""

from __future__ import annotations

from pathlib import Path

import pytest
from found_uses import NO_ROWS, members

from mindport.analysis.analyze import analyze
from mindport.engine import Engine, Settings
from mindport.explaining import explain_place
from mindport.semantics.project import ProjectFiles
from mindport.syntax.source import read_source

NUMPY = "import numpy as np\nimport imageio\n"  # in a file with pictures, a shape does not tell of a tensor
BASE = """
class Base:
    def __init__(self):
        self.net = self.mean = None
        self.mean = None
        self.size = 1
    def act(self, x):
        return self.net.score(x).sort(), self.net.dump_patches, self.mean.sort(), self.mean.shape
"""
NET = """
class Net(nn.Module):
    def score(self, x):
        return torch.relu(x)
"""
HEIR = """
class {name}({base}):
    def __init__(self):
        super().__init__()
        {attribute} = {value}
"""
HEAD = "import torch\nfrom torch import nn\n"
NETS = ["T.sort", "M.dump_patches"]
MEANS = ["T.sort", "T.shape"]


def _heir(name: str, attribute: str, value: str, base: str = "Base") -> str:
    return HEIR.format(name=name, base=base, attribute=f"self.{attribute}", value=value)


CASES = [
    (_heir("A", "net", "Net()"), NETS),
    (_heir("A", "net", "Net().to('cpu')") + _heir("B", "net", "Net()"), NETS),
    (_heir("A", "mean", "torch.zeros(3)"), MEANS),
    (_heir("A", "size", "2") + _heir("B", "mean", "torch.zeros(3)", "A"), MEANS),
    (_heir("A", "mean", "None") + _heir("B", "mean", "torch.zeros(3)"), MEANS),
    (_heir("A", "mean", "np.zeros(3)"), []),
    (_heir("A", "mean", "[]"), []),
    (_heir("A", "mean", "unknown()"), []),
    (_heir("A", "other", "torch.zeros(3)"), []),
]


@pytest.mark.parametrize(("heirs", "found"), CASES)
def test_heirs_of_the_file_say_what_stands_there(heirs: str, found: list[str]) -> None:
    calls = [one for one in members(NUMPY + NET + BASE + heirs) if one not in ("M.to",)]
    assert calls == found


@pytest.mark.parametrize(("heirs", "found"), CASES)
def test_heirs_in_other_files_do_so_too(tmp_path: Path, heirs: str, found: list[str]) -> None:
    _write(tmp_path, heirs)

    assert _found(tmp_path) == found


def test_heirs_that_disagree_leave_it_open(tmp_path: Path) -> None:
    _write(tmp_path, _heir("A", "mean", "torch.zeros(3)"))
    (tmp_path / "more.py").write_text(NUMPY + "from base import Base\n" + _heir("B", "mean", "unknown()"), "utf-8")

    assert _found(tmp_path) == []


def test_a_scan_finds_them_as_well(tmp_path: Path) -> None:
    _write(tmp_path, _heir("A", "mean", "torch.zeros(3)"))

    assert "torch.Tensor.sort" in Engine(Settings()).scan([tmp_path]).files_json()


def test_the_reason_names_the_heirs(tmp_path: Path) -> None:
    _write(tmp_path, _heir("A", "mean", "torch.zeros(3)"))
    line = next(n for n, text in enumerate((tmp_path / "base.py").read_text("utf-8").splitlines(), 1) if "sort" in text)

    told = explain_place(Engine(Settings()), tmp_path / "base.py", line, 76)

    assert "until a class derived from it sets it" in str(told)
    assert "heirs.py:11" in str(told)


def _write(folder: Path, heirs: str) -> None:
    (folder / "base.py").write_text(HEAD + NUMPY + BASE, "utf-8")
    (folder / "heirs.py").write_text(HEAD + NUMPY + "from base import Base\n" + NET + heirs, "utf-8")


def _found(folder: Path) -> list[str]:
    uses = analyze(read_source(folder / "base.py"), NO_ROWS, ProjectFiles(NO_ROWS, folder)).uses
    short = {"torch.Tensor.": "T.", "torch.nn.Module.": "M."}
    found = [use.api for use in uses if use.certainty.value == "inferred"]
    return [api.replace(long, name) for api in found for long, name in short.items() if api.startswith(long)]
