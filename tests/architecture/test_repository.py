"""What must hold for the files of the repository as a whole."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mindport.cli.group import cli
from mindport.render import messages

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
BINARY = {".png", ".vsix", ".npz", ".ico", ".jpg", ".gif"}


def tracked() -> list[Path]:
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / line for line in done.stdout.splitlines() if (ROOT / line).is_file()]


def texts() -> list[tuple[str, str]]:
    return [
        (path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8", errors="replace"))
        for path in tracked()
        if path.suffix not in BINARY
    ]


def test_no_path_of_a_machine_is_written_down() -> None:
    machine = re.compile(r"/(?:work|root|home/\w+|Users/\w+)/[\w.]|/opt/(?:wheels|pypi)")

    assert [name for name, text in texts() if not name.startswith("tests/") and machine.search(text)] == []


def test_no_package_registry_is_named() -> None:
    # Written in two parts so that this file does not name them either.
    hosts = ("py" + "pi.org", "registry.npm" + "js", "python" + "hosted.org", "npm" + "mirror", "deb." + "debian.org")

    assert [(name, host) for name, text in texts() for host in hosts if host in text] == []


def test_catalogues_have_the_same_keys_and_placeholders() -> None:
    english, chinese = messages.catalogue("en"), messages.catalogue("zh-CN")

    assert set(english) == set(chinese)
    differing = [key for key in english if messages.placeholders(english[key]) != messages.placeholders(chinese[key])]
    assert differing == []


def test_command_line_says_nothing_outside_the_catalogue() -> None:
    english = messages.catalogue("en")
    used = {
        key
        for path in sorted((ROOT / "server" / "mindport" / "cli").glob("*.py"))
        for key in re.findall(r"(?:say|Failure)\(\s*f?\"([\w.-]+)\"", path.read_text(encoding="utf-8"))
    }

    assert sorted(key for key in used if key not in english) == []


@pytest.mark.parametrize("name", list(cli.lazy))  # type: ignore[attr-defined]
def test_every_command_is_documented(name: str) -> None:
    readme = {page: (ROOT / page).read_text(encoding="utf-8") for page in ("README.md", "README.zh-CN.md")}

    assert [page for page, text in readme.items() if f"mindport {name}" not in text] == []
    assert f"help.{name}" in messages.catalogue("en")


def test_tested_versions_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *(r for extra in project["optional-dependencies"].values() for r in extra)]
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {re.sub(r"\s", "", line.partition(";")[0]).lower() for line in lines}

    assert [r for r in wanted if re.sub(r"\s", "", r.partition(";")[0]).lower() not in pinned] == []
