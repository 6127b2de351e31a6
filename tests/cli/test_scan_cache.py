"""The cache of scans: what was printed is printed again only while nothing that it depends on has changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from running import mindport

pytestmark = pytest.mark.slow

BASE = "from torch import nn\n\n\nclass Base(nn.Module):\n    pass\n"
NET = "# a torch Module of the project\nfrom base import Base\n\n\nclass Net(Base):\n    def forward(self, x):\n        return self.half()\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that is scanned, and beside it a file that it imports."""
    (tmp_path / "pyproject.toml").write_text("", encoding="utf-8")
    (tmp_path / "base.py").write_text(BASE, encoding="utf-8")
    (tmp_path / "nets").mkdir()
    (tmp_path / "nets" / "net.py").write_text(NET, encoding="utf-8")
    return tmp_path / "nets"


def uses(folder: Path, *options: str) -> list[str]:
    done = mindport("scan", folder, "--target", "cpu", "--format", "json", *options)
    return [use["api"] for file in done.json()["files"] for use in file["uses"]]


def is_kept(folder: Path) -> bool:
    """Whether a scan of the folder would print what an earlier one printed."""
    (entry,) = entries()
    data = entry.read_bytes()
    entry.write_bytes(data.replace(b"torch.nn.Module", b"torch.nn.KeptUse"))
    found = uses(folder)
    if "torch.nn.KeptUse.half" in found:
        entry.write_bytes(entry.read_bytes().replace(b"torch.nn.KeptUse", b"torch.nn.Module"))
    return "torch.nn.KeptUse.half" in found


def entries() -> list[Path]:
    return sorted(Path(os.environ["XDG_CACHE_HOME"], "mindport", "scans").glob("*.txt"))


def test_second_scan_prints_the_kept_result(folder: Path) -> None:
    first = uses(folder)
    (entry,) = entries()
    head, _, rest = entry.read_text(encoding="utf-8").partition("\n")
    entry.write_text(head + "\n" + rest.replace("torch.nn.Module.half", "torch.kept"), encoding="utf-8")

    assert "torch.nn.Module.half" in first
    assert "torch.kept" in uses(folder)
    assert uses(folder, "--no-cache") == first


def test_a_changed_file_is_scanned_again(folder: Path) -> None:
    uses(folder)
    (folder / "net.py").write_text(NET + "\n\nimport torch\ny = torch.relu(1)\n", encoding="utf-8")

    assert "torch.relu" in uses(folder)


def test_a_new_file_is_scanned(folder: Path) -> None:
    uses(folder)
    (folder / "more.py").write_text("import torch\ny = torch.relu(1)\n", encoding="utf-8")

    assert "torch.relu" in uses(folder)


def test_a_change_in_an_imported_file_outside_counts(folder: Path) -> None:
    assert "torch.nn.Module.half" in uses(folder)
    (folder.parent / "base.py").write_text("class Base:\n    half = len\n", encoding="utf-8")

    assert "torch.nn.Module.half" not in uses(folder)


def test_other_times_are_no_change(folder: Path) -> None:
    uses(folder)
    for path in (folder / "net.py", folder.parent / "base.py"):
        os.utime(path, (1, 1))

    assert is_kept(folder)
    assert is_kept(folder)  # by the new times


@pytest.mark.parametrize("name", ["nets/net.py", "base.py"])
def test_other_contents_of_the_same_size_are_a_change(folder: Path, name: str) -> None:
    uses(folder)
    path = folder.parent / name
    path.write_text(
        path.read_text(encoding="utf-8").replace("pass", "half").replace("project", "PROJECT"), encoding="utf-8"
    )

    assert not is_kept(folder)


def test_a_file_that_has_gone_is_a_change(folder: Path) -> None:
    uses(folder)
    (folder.parent / "base.py").unlink()

    assert not is_kept(folder)


def test_the_way_to_the_folder_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    roots = [mindport("scan", way, "--format", "json").json()["root"] for way in (folder, ".", folder)]

    assert roots == [folder.as_posix(), ".", folder.as_posix()]


@pytest.mark.parametrize("there", [True, False])
def test_a_caller_outside_counts(folder: Path, there: bool) -> None:
    (folder / "net.py").write_text("import torch\n\n\ndef halve(x):\n    return x.half()\n", encoding="utf-8")
    caller = folder.parent / "main.py"
    if there:
        caller.write_text("from nets.net import halve\n", encoding="utf-8")
    first = uses(folder)
    caller.write_text("import torch\nfrom nets.net import halve\n\nhalve(torch.ones(2))\n", encoding="utf-8")

    assert "torch.Tensor.half" not in first
    assert "torch.Tensor.half" in uses(folder)


def test_a_row_of_the_project_counts(folder: Path) -> None:
    (folder / "net.py").write_text("import torch\ny = torch.no_such_function(1)\n", encoding="utf-8")
    before = mindport("scan", folder, "--target", "cpu").stdout
    rows = folder.parent / ".mindport" / "rows"
    rows.mkdir(parents=True)
    (rows / "no_such_function.yaml").write_text(
        'torch: torch.no_such_function\nkind: function\nreturns: tensor\nsignature: "(input)"\n'
        'equivalents:\n- mindspore: mindspore.mint.abs\n  on: {cpu: "2.0"}\n',
        encoding="utf-8",
    )

    assert "unmapped" in before
    assert mindport("scan", folder, "--target", "cpu").stdout != before


@pytest.mark.parametrize("options", [("--target", "ascend"), ("--mindspore", "2.4.0"), ("--format", "text")])
def test_other_settings_have_results_of_their_own(folder: Path, options: tuple[str, str]) -> None:
    mindport("scan", folder, "--target", "cpu", "--format", "json")
    mindport("scan", folder, *options)

    assert len(entries()) == 2


@pytest.mark.parametrize("damage", ["", "{", "not json\n[]", '{"state": 1}\n'])
def test_a_damaged_entry_is_written_anew(folder: Path, damage: str) -> None:
    first = uses(folder)
    (entry,) = entries()
    entry.write_text(damage, encoding="utf-8")

    assert uses(folder) == first
    assert entry.read_text(encoding="utf-8") != damage


def test_kept_results_fail_on_the_same_levels(folder: Path) -> None:
    (folder / "net.py").write_text("import torch\ny = torch.no_such_function(1)\n", encoding="utf-8")

    for _ in range(2):
        assert mindport("scan", folder, "--target", "cpu", "--fail-on", "unmapped").status == 1
