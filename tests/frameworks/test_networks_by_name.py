"""Networks whose class is known only when it runs: a class makes one that trains, a function's stays in the mode it has."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mindport.mapping import helpers

_ASK = """
import functools
import json
from mindspore import nn
from mindport_helpers import from_the_start


def frozen(n):
    return nn.Dense(n, n)


named = {"class": nn.Dense, "partial": functools.partial(nn.Dense, 2), "function": frozen}
modes = {kind: from_the_start(made)(*([2, 2] if kind == "class" else [2])).training
         for kind, made in named.items()}
print(json.dumps({**modes, "other": from_the_start(max)(1, 2)}))
"""


@pytest.mark.frameworks
def test_only_a_class_makes_what_trains(tmp_path: Path) -> None:
    (tmp_path / "mindport_helpers.py").write_text(helpers.module_text({"from_the_start"}), encoding="utf-8")
    run = subprocess.run([sys.executable, "-c", _ASK], cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr[-2000:]

    assert json.loads(run.stdout.strip().splitlines()[-1]) == {
        "class": True,
        "partial": True,
        "function": False,
        "other": 2,
    }
