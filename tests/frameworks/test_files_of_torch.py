"""What a migrated program says of files that torch wrote."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_WRITE = """
import torch
torch.save({"w": torch.zeros(2)}, "new.pt")
torch.save({"w": torch.zeros(2)}, "old.pt", _use_new_zipfile_serialization=False)
"""
_READ = """
import torch

torch.save({"w": torch.ones(2)}, "own.pt")
print(torch.load("own.pt")["w"].sum().item())
for name in ("new.pt", "old.pt"):
    try:
        print(torch.load(name))
    except Exception as error:
        print(type(error).__name__, "converted for MindSpore first" in str(error))
    with open(name, "rb") as stream:
        try:
            print(torch.load(stream))
        except Exception as error:
            print(type(error).__name__, "converted for MindSpore first" in str(error))
"""


@pytest.mark.frameworks
def test_a_file_of_torch_s_is_refused_with_the_way_out(tmp_path: Path) -> None:
    script = tmp_path / "read.py"
    script.write_text(_READ, encoding="utf-8")
    Engine(Settings(target=Target.CPU)).migrate([script], tmp_path / "out")
    subprocess.run([sys.executable, "-c", _WRITE], cwd=tmp_path / "out", check=True, timeout=600)

    run = subprocess.run(
        [sys.executable, "read.py"], cwd=tmp_path / "out", capture_output=True, text=True, timeout=600, check=True
    )

    assert run.stdout.split("\n") == ["2.0", *["UnpicklingError True"] * 4, ""]


def test_reading_a_file_needs_consent() -> None:
    found = Engine(Settings(target=Target.CPU)).analyze("import torch\nstate = torch.load('a.pt')\n").findings[-1]
    assert (found.compatibility.value, found.fix.value) == ("divergent", "unsafe")
