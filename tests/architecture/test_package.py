"""The wheel, installed away from the checkout: what a user gets."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's files."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


def run(installed: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(installed), "MINDPORT_LANG": "en"}
    return subprocess.run([sys.executable, *command], cwd=installed, env=environment, capture_output=True, text=True)


def test_wheel_has_rows_helpers_texts_and_templates(installed: Path) -> None:
    package = installed / "mindport"

    assert (package / "mapping_db" / "index.bin").is_file()
    assert not (package / "mapping_db" / "rows").exists()
    assert list((package / "render" / "report" / "templates").glob("*.j2"))
    assert (package / "render" / "messages" / "cli.zh-CN.yaml").is_file()
    assert (package / "py.typed").is_file()


def test_wheel_migrates_without_the_checkout(installed: Path, tmp_path: Path) -> None:
    where = run(installed, "-c", "import mindport; print(mindport.__file__)").stdout
    assert where.startswith(str(installed))

    example = str(ROOT / "examples" / "vit-classifier")
    command = ("-m", "mindport", "migrate", example, "-o", str(tmp_path), "--target", "cpu", "--format", "json")
    done = run(installed, *command)
    assert (done.returncode, done.stderr) == (0, "")
    summary = json.loads(done.stdout)["summary"]
    assert summary["converted"] == summary["uses"] > 100
    assert (tmp_path / "mindport_helpers.py").is_file()


def test_wheel_needs_no_yaml_at_run_time(installed: Path) -> None:
    script = "import sys; sys.modules['yaml'] = None\nfrom mindport.mapping import index; print(len(index.load()))"

    assert int(run(installed, "-c", script).stdout) > 100


def test_wheels_are_compiled_with_what_was_tested() -> None:
    build, tested = ((ROOT / name).read_text("utf-8") for name in ("hatch_build.py", "constraints.txt"))
    found = re.search(r"^COMPILERS = (\[.+\])$", build, re.MULTILINE)

    assert found is not None
    assert {pin for pin in ast.literal_eval(found[1]) if pin not in tested.splitlines()} == set()
