"""The packaged extension in a real VS Code; ``run.mjs`` does the work, and each of its checks is a test here."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
NAMES = re.findall(r"^    name: '([\w-]+)'", (HERE / "checks.mjs").read_text(encoding="utf-8"), flags=re.MULTILINE)

pytestmark = pytest.mark.editor


@pytest.fixture(scope="session")
def results() -> dict[str, dict[str, Any]]:
    """What VS Code showed, by the name of the check."""
    if not (ROOT / "node_modules" / "playwright-core").is_dir():
        subprocess.run(
            ["npm", "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=ROOT, check=True
        )
    report = ROOT / "build" / "vscode-test" / "report.json"
    report.unlink(missing_ok=True)
    environment = {"MINDPORT_TEST_PYTHON": sys.executable, **os.environ}
    done = subprocess.run(["node", str(HERE / "run.mjs")], cwd=ROOT, env=environment, timeout=1500)
    assert report.is_file(), f"no report, exit {done.returncode}"
    return {each["name"]: each for each in json.loads(report.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("name", NAMES)
def test_in_vscode(name: str, results: dict[str, dict[str, Any]]) -> None:
    assert "set-up" not in results, results["set-up"]["error"]
    assert results[name]["ok"], results[name]["error"]
