"""The names that MindSpore's classes have are those that ``torch_class_name`` gives torch's for."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mindport.mapping import helpers
from mindport.rewrite.rules.class_names import HELPER, NAMES

_ASK = """
import json
from mindspore import mint, nn
from mindport_helpers import torch_class_name

print(json.dumps({kind.__name__: torch_class_name(kind)
                  for package in (nn, mint.nn) for kind in vars(package).values() if isinstance(kind, type)}))
"""


@pytest.mark.frameworks
def test_each_name_is_a_class_of_mindspore_and_told_as_torch_s(tmp_path: Path) -> None:
    (tmp_path / "mindport_helpers.py").write_text(helpers.module_text({HELPER}), encoding="utf-8")
    run = subprocess.run([sys.executable, "-c", _ASK], cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr[-2000:]
    told: dict[str, str] = json.loads(run.stdout.strip().splitlines()[-1])

    assert {other: told.get(other) for other in NAMES.values()} == {other: torch for torch, other in NAMES.items()}
    assert told["Conv2d"] == "Conv2d"
