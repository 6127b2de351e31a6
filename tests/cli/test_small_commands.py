"""The smaller commands, help, language, and the script as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from running import check_refused, mindport

from mindport import __version__
from mindport.cli import language
from mindport.cli.group import cli

COMMANDS = list(cli.lazy)  # type: ignore[attr-defined]


def process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs ``python -m mindport`` as a user's shell does."""
    command = [sys.executable, "-m", "mindport", *arguments]
    settings = {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=settings, timeout=120)


def test_explain_shows_the_row() -> None:
    done = mindport("explain", "torch.nn.Linear", "--target", "cpu")

    assert done.status == 0
    assert "torch.nn.Linear" in done.stdout
    assert "mindspore." in done.stdout


def test_explain_takes_short_names() -> None:
    assert mindport("explain", "nn.Linear").stdout == mindport("explain", "torch.nn.Linear").stdout


def test_explain_refuses_an_unknown_name() -> None:
    check_refused(mindport("explain", "torch.no_such"), "torch.no_such", "mindport search")


@pytest.mark.parametrize("text", ["softmax", "mindspore.nn.Conv2d"])
def test_search_finds_both_ways(text: str) -> None:
    done = mindport("search", text, "--target", "cpu")

    assert done.status == 0
    assert text in done.stdout


def test_search_keeps_to_its_limit() -> None:
    assert len(mindport("search", "torch", "--limit", "3", "--format", "json").json()) == 3


def test_search_says_when_there_is_nothing() -> None:
    check_refused(mindport("search", "zzzzzz"), "zzzzzz")


def test_doctor_reports_on_this_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    from mindport.verify import environment

    # Starting the frameworks is what the slow test is for.
    monkeypatch.setattr(environment, "probe", lambda name, say, seconds: environment.Framework(name, None))
    document = mindport("doctor", "--format", "json").json()

    assert document["python"]["ok"]
    assert document["rows"]["count"] > 0
    assert document["can_scan"] and not document["can_verify"]
    assert {f["remedy"] for f in document["frameworks"]} == {'pip install "mindport[verify]"'}
    assert 'pip install "mindport[verify]"' in mindport("doctor").stdout


@pytest.mark.frameworks
def test_doctor_finds_the_frameworks() -> None:
    document = mindport("doctor", "--format", "json").json()

    assert document["can_verify"]
    assert [f["name"] for f in document["frameworks"] if "cpu" in [d.lower() for d in f["devices"]]] == [
        "torch",
        "mindspore",
    ]


@pytest.mark.frameworks
def test_a_user_s_file_of_the_same_name_hides_none_of_python_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mindport.verify import environment

    for name in ("types", "random", "utils"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError(__name__)\n")
    monkeypatch.chdir(tmp_path)
    found = environment.probe("torch", str)

    assert (found.works, found.reason) == (True, None)


def test_framework_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    from mindport.verify import environment

    monkeypatch.setattr(environment.metadata, "version", lambda name: "1.0")
    found = environment.probe("torch", lambda seconds: f"{seconds:g}", seconds=0.01)

    assert (found.works, found.reason) == (False, "0.01")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_in_both_languages(name: str) -> None:
    english, chinese = mindport(name, "--help"), mindport(name, "--language", "zh-CN", "--help")

    assert (english.status, chinese.status) == (0, 0)
    assert "help." not in english.stdout + chinese.stdout
    assert english.stdout != chinese.stdout


def test_help_lists_every_command() -> None:
    listed = mindport("--help").stdout

    assert [name for name in COMMANDS if f"\n  {name} " not in listed] == []


@pytest.mark.parametrize(
    ("arguments", "environment", "expected"),
    [
        ((), {}, None),
        ((), {"MINDPORT_LANG": "zh_CN.UTF-8"}, "zh-CN"),
        (("scan", "--language", "en"), {"MINDPORT_LANG": "zh"}, "en"),
        (("scan", "--language=zh-CN"), {}, "zh-CN"),
    ],
)
def test_language_is_what_was_asked_for(
    arguments: tuple[str, ...], environment: dict[str, str], expected: str | None
) -> None:
    assert language.chosen(arguments, environment) == expected


def test_language_follows_the_locale() -> None:
    assert language.of_system({"LANG": "zh_CN.UTF-8"}) == "zh-CN"
    assert language.of_system({"LANG": "de_DE.UTF-8", "LC_ALL": ""}) == "en"


def test_unknown_command_is_refused() -> None:
    check_refused(mindport("frobnicate"), "frobnicate")


def test_lsp_refuses_a_bad_address() -> None:
    check_refused(mindport("lsp", "--tcp", "nowhere"), "nowhere", "HOST:PORT")
    check_refused(mindport("lsp", "--stdio", "--tcp", "localhost:1"), "--stdio")


# -- as a process ------------------------------------------------------------------------------------------------------


def test_module_runs_as_the_script_does() -> None:
    assert process("--version").stdout == f"mindport, version {__version__}\n"


def test_status_and_one_line_reach_the_shell(tmp_path: Path) -> None:
    done = process("scan", str(tmp_path / "没有.py"), LANG="zh_CN.UTF-8")

    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "没有.py" in done.stderr


def test_json_is_all_that_stdout_gets(project: Path) -> None:
    import json

    done = process("scan", str(project), "--format", "json")

    assert json.loads(done.stdout)["schema"] == 1
    assert done.stderr == ""


def test_reader_that_goes_away_is_no_error(project: Path) -> None:
    command = f'"{sys.executable}" -m mindport scan "{project}" | head -1'
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, timeout=60)

    assert (done.returncode, done.stderr) == (0, "")


def test_starting_up_imports_nothing_heavy() -> None:
    script = (
        "import sys; from mindport.cli import group; group.run(['--help'])\n"
        "heavy = {'numpy', 'yaml', 'jinja2', 'rich', 'pygls', 'lsprotocol', 'asyncio', 'torch', 'mindspore'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert done.stderr.strip() == "[]"


def test_version_is_the_same_by_both_ways() -> None:
    assert process("--version").stdout == mindport("--version").stdout == f"mindport, version {__version__}\n"


def test_help_is_there_at_once() -> None:
    start = time.monotonic()
    process("--help")

    assert time.monotonic() - start < 2.0
