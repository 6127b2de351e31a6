"""The report beside a migrated project, and the project's lists of dependencies."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from running import mindport


@pytest.fixture
def whole(project: Path) -> Path:
    """A project with what projects have besides Python."""
    (project / "train.py").write_text("import timm\nimport torch\n\ny = torch.no_such_function(1)\n", encoding="utf-8")
    (project / "requirements.txt").write_text("torch>=2  # 框架\ntorchvision\n", encoding="utf-8")
    (project / "run.sh").write_text("#!/bin/sh\ntorchrun train.py\n", encoding="utf-8")
    (project / "net.pth").write_bytes(b"\0")
    (project / "look.ipynb").write_text("{}", encoding="utf-8")
    return project


def test_report_says_what_was_left_and_what_comes_next(whole: Path, tmp_path: Path) -> None:
    done = mindport("migrate", whole, "-o", tmp_path / "out", "--target", "cpu")
    page = (tmp_path / "out" / "MINDPORT.md").read_text(encoding="utf-8")

    assert "MINDPORT.md" in done.stdout
    assert "`torch.no_such_function` (1)" in page
    assert "launch_blocking()" in page
    assert "- **timm**" in page and "mindcv" in page
    for remaining in ("run.sh:2", "net.pth", "look.ipynb"):
        assert remaining in page
    for target in re.findall(r"\]\(([^)#]+)", page):
        assert (tmp_path / "out" / target).is_file(), target


def test_only_a_cpu_is_told_to_run_one_operation_after_the_other(project: Path, tmp_path: Path) -> None:
    mindport("migrate", project, "-o", tmp_path / "out", "--target", "ascend")
    assert "launch_blocking" not in (tmp_path / "out" / "MINDPORT.md").read_text(encoding="utf-8")


def test_requirements_follow_the_imports_that_remain(whole: Path, tmp_path: Path) -> None:
    done = mindport("migrate", whole, "-o", tmp_path / "out", "--target", "cpu", "--format", "json").json()

    assert (tmp_path / "out" / "requirements.txt").read_text(
        encoding="utf-8"
    ) == "torch>=2  # 框架\nmindspore==2.10.0\n"
    assert [change["kind"] for change in done["requirements"][0]["changes"]] == ["added", "removed"]
    assert [entry["package"] for entry in done["packages"]] == ["timm"]
    assert [entry["kind"] for entry in done["remains"]] == ["checkpoint", "notebook", "script"]

    (whole / "train.py").unlink()
    mindport("migrate", whole, "-o", tmp_path / "all", "--target", "cpu")
    assert (tmp_path / "all" / "requirements.txt").read_text(encoding="utf-8") == "mindspore==2.10.0  # 框架\n"


def test_report_in_chinese(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINDPORT_LANG", "zh-CN")
    mindport("migrate", whole, "-o", tmp_path / "out", "--target", "cpu")
    page = (tmp_path / "out" / "MINDPORT.md").read_text(encoding="utf-8")

    assert page.startswith("# 迁移到 MindSpore\n")
    headings = [line for line in page.splitlines() if line.startswith("## ")]
    assert headings and not any(re.search(r"[A-Za-z]{4,}", line.replace("torch", "")) for line in headings)


def test_report_where_the_user_wants_it(whole: Path, tmp_path: Path) -> None:
    mindport("migrate", whole / "train.py", "-o", tmp_path / "out", "--target", "cpu")
    assert not (tmp_path / "out" / "MINDPORT.md").exists()  # a lone file has none

    mindport(
        "migrate", whole / "train.py", "-o", tmp_path / "out", "--report", tmp_path / "r" / "x.md", "--target", "cpu"
    )
    assert "torch.no_such_function" in (tmp_path / "r" / "x.md").read_text(encoding="utf-8")


def test_second_migration_keeps_the_first_report(whole: Path, tmp_path: Path) -> None:
    mindport("migrate", whole, "-o", tmp_path / "once", "--target", "cpu")
    mindport("migrate", tmp_path / "once", "-o", tmp_path / "twice", "--target", "cpu")

    for name in ("MINDPORT.md", "requirements.txt"):
        assert (tmp_path / "twice" / name).read_bytes() == (tmp_path / "once" / name).read_bytes()
