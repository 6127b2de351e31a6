"""A kept result of a scan is told without click, as click's way tells it; all else is left to that."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from running import mindport

from mindport.cli import kept

pytestmark = pytest.mark.slow


def answer(*arguments: object) -> tuple[int | None, str]:
    out = io.StringIO()
    with redirect_stdout(out):
        status = kept.answer([str(argument) for argument in arguments])
    return status, out.getvalue()


def without_time(text: str) -> object:
    try:
        document = json.loads(text)
    except ValueError:
        return text
    document.get("summary", {}).pop("seconds", None)
    return document


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--format", "json"),
        ("--format=csv", "--target", "cpu"),
        ("--format", "sarif", "--language", "zh-CN", "--cache"),
        ("--mindspore", "2.4.0", "--fail-on", "consistent"),
        ("--fail-on=unmapped", "--target=gpu"),
        ("--jobs", "2"),
    ],
)
def test_it_says_what_the_command_says(project: Path, options: tuple[str, ...]) -> None:
    assert answer(project, *options) == (None, "")
    first = mindport("scan", project, *options)
    status, text = answer(project, *options)

    assert status == first.status
    assert without_time(text) == without_time(first.stdout)


def test_it_writes_what_the_command_writes(project: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "new" / "one.json", tmp_path / "other.json"
    mindport("scan", project, "--format", "json", "-o", one)
    status, text = answer(project, "--format", "json", "-o", other)

    assert (status, text) == (0, "")
    assert without_time(other.read_text(encoding="utf-8")) == without_time(one.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "options",
    [
        ("--no-cache",),
        ("--help",),
        ("--unknown", "1"),
        ("--format", "yaml"),
        ("--format",),
        ("--target", "abacus"),
        ("--mindspore", "two"),
        ("--jobs", "0"),
        ("--jobs=two",),
        ("-ofile",),
        ("no/such/folder",),
    ],
)
def test_what_is_not_plain_is_left_to_the_command(project: Path, options: tuple[str, ...]) -> None:
    mindport("scan", project)

    assert answer(project)[0] == 0
    assert answer(project, *options) == (None, "")


def test_settings_of_the_project_hold(project: Path) -> None:
    (project / "mindport.toml").write_text('target = "cpu"\nlanguage = "zh-CN"\n', encoding="utf-8")
    first = mindport("scan", project)

    assert answer(project) == (0, first.stdout)


def test_nothing_heavy_is_imported(project: Path) -> None:
    mindport("scan", project, "--format", "json")
    script = (
        "import sys; from mindport.cli import main; sys.argv = ['mindport', 'scan', sys.argv[1], '--format', 'json', '-o', sys.argv[2]]\n"
        "try: main.main()\nexcept SystemExit as done: assert done.code == 0, done.code\n"
        "print(sorted({'click', 'mindport.engine', 'hashlib', 'importlib.metadata'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", script, str(project), str(project.parent / "out.json")]
    done = subprocess.run(command, capture_output=True, text=True)

    assert (done.stdout.strip(), done.stderr) == ("[]", "")
