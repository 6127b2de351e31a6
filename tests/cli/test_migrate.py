"""``mindport migrate``: what it writes, what it leaves alone, and its exit status."""

from __future__ import annotations

import ast
import hashlib
from pathlib import Path

import pytest
from running import check_refused, mindport


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_project_keeps_its_paths_and_other_files(project: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = mindport("migrate", project, "-o", out, "--target", "cpu")

    assert done.status == 0, done
    assert set(contents(project)) <= set(contents(out))
    assert (out / "notes.txt").read_text(encoding="utf-8") == "kept\n"
    text = (out / "model.py").read_text(encoding="utf-8")
    ast.parse(text)
    assert "torch" not in text
    assert "# 全连接" in text


def test_input_is_never_touched(project: Path, tmp_path: Path) -> None:
    before = contents(project)
    mindport("migrate", project, "-o", tmp_path / "out", "--target", "cpu")

    assert contents(project) == before


def test_output_inside_the_input_is_not_migrated_again(project: Path) -> None:
    mindport("migrate", project, "-o", project / "out", "--target", "cpu")
    mindport("migrate", project, "-o", project / "out", "--target", "cpu")

    assert not (project / "out" / "out").exists()


def test_second_migration_changes_nothing(project: Path, tmp_path: Path) -> None:
    mindport("migrate", project, "-o", tmp_path / "once", "--target", "cpu")
    mindport("migrate", tmp_path / "once", "-o", tmp_path / "twice", "--target", "cpu")

    assert contents(tmp_path / "twice") == contents(tmp_path / "once")


def test_diff_prints_and_writes_nothing(project: Path) -> None:
    before = contents(project)
    done = mindport("migrate", project, "--diff", "--target", "cpu")

    assert done.stdout.startswith("--- a/model.py\n+++ b/model.py\n")
    assert "-import torch.nn as nn\n" in done.stdout
    assert contents(project) == before


def test_json_counts_uses(project: Path, tmp_path: Path) -> None:
    document = mindport("migrate", project, "-o", tmp_path / "out", "--target", "cpu", "--format", "json").json()
    files = {file["path"]: file for file in document["files"]}

    assert document["schema"] == 1
    assert {"path", "output", "uses", "converted", "left"} <= set(files["model.py"])
    assert files["model.py"]["converted"] == files["model.py"]["uses"] > 0
    assert files["pkg/plain.py"]["uses"] == 0


def test_use_that_cannot_be_converted_is_left_under_a_reason(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("import torch\n\ny = torch.no_such_function(1)\n", encoding="utf-8")
    done = mindport("migrate", tmp_path / "m.py", "-o", tmp_path / "out", "--target", "cpu", "--format", "json")
    lines = (tmp_path / "out" / "m.py").read_text(encoding="utf-8").splitlines()
    (left,) = done.json()["files"][0]["left"]

    assert done.status == 1
    assert (left["line"], left["column"], left["api"]) == (3, 5, "torch.no_such_function")
    at = lines.index("y = torch.no_such_function(1)")
    assert lines[at - 1].startswith("# mindport: ")


def test_windows_line_ends_stay(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_bytes(b"import torch\r\nx = torch.zeros(2)  # zwei\r\n")
    mindport("migrate", tmp_path / "m.py", "-o", tmp_path / "out", "--target", "cpu")
    data = (tmp_path / "out" / "m.py").read_bytes()

    assert data.count(b"\n") == data.count(b"\r\n")
    assert b"# zwei" in data


# -- bad input ---------------------------------------------------------------------------------------------------------


def test_missing_file_is_refused(tmp_path: Path) -> None:
    check_refused(mindport("migrate", tmp_path / "gone.py", "-o", tmp_path / "out"), "gone.py")


def test_output_folder_is_needed(project: Path) -> None:
    check_refused(mindport("migrate", project), "-o DIR")


def test_unknown_target_is_refused(project: Path, tmp_path: Path) -> None:
    check_refused(mindport("migrate", project, "-o", tmp_path / "out", "--target", "tpu"), "tpu")
    assert not (tmp_path / "out").exists()


def test_output_on_top_of_the_input_is_refused(project: Path) -> None:
    before = contents(project)

    check_refused(mindport("migrate", project, "-o", project), str(project))
    check_refused(mindport("migrate", project / "model.py", "-o", project), str(project))
    assert contents(project) == before


def test_output_that_is_a_file_is_refused(project: Path) -> None:
    check_refused(mindport("migrate", project, "-o", project / "notes.txt" / "out"), "notes.txt")


@pytest.mark.parametrize(
    "content",
    [b"\x89PNG\r\n\x1a\n\x00", b"import torch\nx = '\xff\xfe'\n", b"import torch\ndef f(:\n  torch.relu(\n"],
    ids=["binary", "not-utf-8", "half-typed"],
)
def test_file_that_cannot_be_converted_is_copied_and_named(project: Path, tmp_path: Path, content: bytes) -> None:
    (project / "bad.py").write_bytes(content)
    done = mindport("migrate", project, "-o", tmp_path / "out", "--target", "cpu")

    assert done.status == 1
    assert "bad.py" in done.stdout
    assert (tmp_path / "out" / "bad.py").read_bytes() == content
    assert "mindspore" in (tmp_path / "out" / "model.py").read_text(encoding="utf-8")


def test_files_of_a_project_know_each_other_whatever_way_leads_there(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "in" / "ops.py").write_text(
        "import torch\n\n\ndef scale_(x, s):\n    x *= s\n    return x\n", encoding="utf-8"
    )
    main = "import torch\nfrom ops import scale_\n\nx = torch.ones(3)\nscale_(x, 3)\nprint(x)\n"
    (tmp_path / "in" / "main.py").write_text(main, encoding="utf-8")
    mindport("migrate", tmp_path / "other" / ".." / "in", "-o", tmp_path / "out", "--target", "cpu")
    assert "    x[...] = x * s\n" in (tmp_path / "out" / "ops.py").read_text(encoding="utf-8")
