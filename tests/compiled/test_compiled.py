"""The wheel whose analysis is compiled says what the Python code says, and ends as little."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.compiled

NESTED = """
import sys
from mindport.engine import Engine

engine = Engine()
HEAD = "import torch\\n"
for count in (150, 400, 1500, 6000):
    for text in (
        "x = torch.ones(2)" + ".view(2)" * count,
        "x = torch.ones(2)" + ".T" * count,
        "x = " + " + ".join(["torch.ones(1)"] * count),
        "x = " + " < ".join(["torch.ones(1)"] * count),
        "if a: pass\\n" + "elif b: torch.ones(1)\\n" * count,
        "x = " + "1 if a else " * count + "torch.ones(1)",
        "x = " + "-" * count + "torch.ones(1)",
        "x = " + "2 ** " * count + "torch.ones(1)",
        "x = " + "lambda: " * count + "torch.ones(1)",
        "x = torch.ones(1)" + "[0]" * count,
        "x = " + "[" * min(count, 190) + "torch.ones(1)" + "]" * min(count, 190),
        "def f(x: " + "int | " * count + "torch.Tensor): return x.view(1)",
        "class C0(torch.nn.Module): pass\\n" + "".join(f"class C{i + 1}(C{i}): pass\\n" for i in range(count)),
        "def f0(x): return x.view(1)\\n" + "".join(f"def f{i + 1}(x): return f{i}(x)\\n" for i in range(count)),
        "class A:\\n    def __iter__(self):\\n        return A()\\nfor x in A(): x.view(1)",
    ):
        engine.analyze(HEAD + text + "\\n")
"""


@pytest.fixture(scope="module")
def site() -> str:
    """The folder of the compiled package; what is tested is what mypyc makes, so the C compiler does the least it can."""
    quickly = {**os.environ, "MINDPORT_COMPILE_LEVEL": "0"}
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "compiled.py"], capture_output=True, text=True, env=quickly
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def run(package: str | Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(package), "MINDPORT_LANG": "en"}
    return subprocess.run(
        [sys.executable, *map(str, command)], cwd=ROOT, env=environment, capture_output=True, text=True
    )


def test_the_inference_is_compiled(site: str) -> None:
    names = "mindport.semantics.flow", "mindport.analysis.judge", "mindport.mapping.translate"
    shown = run(site, "-c", f"import {', '.join(names)}; print({', '.join(f'{name}.__file__' for name in names)})")

    places = shown.stdout.split()
    assert len(places) == len(names), shown.stderr
    assert all(place.startswith(site) and not place.endswith(".py") for place in places)


@pytest.mark.parametrize("target", ["cpu", "ascend"])
def test_a_scan_says_the_same(site: str, target: str) -> None:
    code = [ROOT / "examples", ROOT / "mapping_db" / "helpers", ROOT / "server", ROOT / "tests"]
    scan = ("-m", "mindport", "scan", *code, "--no-cache", "--format", "json", "--target", target)
    compiled, plain = (json.loads(run(package, *scan).stdout) for package in (site, ROOT / "server"))

    assert compiled["files"] == plain["files"]
    assert sum(len(one["uses"]) for one in plain["files"]) > 100


def test_what_nests_too_deeply_ends_nothing(site: str) -> None:
    done = run(site, "-c", NESTED)

    assert (done.returncode, done.stderr) == (0, "")


def test_unit_tests_pass(site: str) -> None:
    """What tests of units say of the Python code holds of the compiled one: inference, edits, rewriting."""
    done = run(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/unit", "tests/rewrite")

    assert done.returncode == 0, done.stdout[-3000:]
