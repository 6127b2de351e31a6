"""Finding and reading the files of a project."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.project import config, files, walk


def write(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("", encoding="utf-8")


def sources(project: walk.Project) -> list[str]:
    return [file.relative for file in project.sources]


def test_paths_are_relative_to_the_folder(tmp_path: Path) -> None:
    write(tmp_path, "b.py", "a/c.py")

    assert sources(walk.walk([tmp_path])) == ["b.py", "a/c.py"]


def test_lone_file_is_relative_to_its_folder(tmp_path: Path) -> None:
    write(tmp_path, "a/c.py")

    assert sources(walk.walk([tmp_path / "a" / "c.py"])) == ["c.py"]


def test_several_paths_share_the_common_folder(tmp_path: Path) -> None:
    write(tmp_path, "a/c.py", "b/d.py")

    assert sources(walk.walk([tmp_path / "a", tmp_path / "b" / "d.py"])) == ["a/c.py", "b/d.py"]


def test_file_named_twice_is_taken_once(tmp_path: Path) -> None:
    write(tmp_path, "a.py")

    assert sources(walk.walk([tmp_path, tmp_path / "a.py"])) == ["a.py"]


def test_excluded_folders_and_patterns_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "third_party/b.py", "gen_c.py")

    assert sources(walk.walk([tmp_path], exclude=["third_party", "gen_*.py"])) == ["a.py"]


def test_named_file_is_taken_even_if_excluded(tmp_path: Path) -> None:
    write(tmp_path, "gen_c.py")

    assert sources(walk.walk([tmp_path / "gen_c.py"], exclude=["gen_*.py"])) == ["gen_c.py"]


def test_missing_path_is_named(tmp_path: Path) -> None:
    with pytest.raises(walk.PathMissing, match=r"gone\.py"):
        walk.walk([tmp_path / "gone.py"])


def test_other_files_and_notebooks_are_told_apart(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "b.ipynb", "c.txt", "d.pyi")
    project = walk.walk([tmp_path])

    assert sources(project) == ["a.py", "d.pyi"]
    assert [file.relative for file in project.notebooks] == ["b.ipynb"]
    assert [file.relative for file in project.others] == ["c.txt"]


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("x = 'é'".encode(), "utf-8"),
        (b"\xef\xbb\xbfx = 1", "utf-8-sig"),
        ("# coding: gbk\nx = '中'".encode("gbk"), "gbk"),
        (b"# coding: latin-1\nx = '\xe9'", "iso-8859-1"),
    ],
)
def test_text_goes_back_as_it_came(data: bytes, encoding: str) -> None:
    source = files.decode(data)

    assert isinstance(source, files.SourceText)
    assert source.encoding == encoding
    assert source.encode(source.text) == data


def test_line_ends_are_not_touched() -> None:
    source = files.decode(b"a\r\nb\rc\n")

    assert isinstance(source, files.SourceText)
    assert source.text == "a\r\nb\rc\n"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x00\x01", "binary"),
        (b"\xff\xfe\x00a", "encoding"),
        (b"# coding: nonsense\n", "encoding"),
        (b"\xe9", "encoding"),
    ],
)
def test_what_is_not_text_says_why(data: bytes, kind: str) -> None:
    source = files.decode(data)

    assert isinstance(source, files.Unreadable)
    assert source.kind == kind


def test_large_file_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "a.py").open("wb") as file:
        file.truncate(files.MAX_BYTES + 1)

    assert files.read_source(tmp_path / "a.py") == files.Unreadable("too-large", "8")


def test_settings_come_from_the_nearest_folder(tmp_path: Path) -> None:
    write(tmp_path, "a/b/m.py")
    (tmp_path / "mindport.toml").write_text('target = "cpu"', encoding="utf-8")
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.other]", encoding="utf-8")

    assert config.load(tmp_path / "a" / "b" / "m.py").target == "cpu"


def test_own_file_goes_before_the_shared_one(tmp_path: Path) -> None:
    (tmp_path / "mindport.toml").write_text('target = "cpu"\nexclude = ["x"]', encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[tool.mindport]\ntarget = "gpu"', encoding="utf-8")

    found = config.load(tmp_path)
    assert (found.target, found.exclude) == ("cpu", ("x",))
