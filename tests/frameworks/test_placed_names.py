"""Names of Parameters: of layers that a network is built of they are MindSpore's own; of those set into blocks, their place's."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_SOURCE = """
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        for i in range(2):
            self.add_module("fc%d" % i, nn.Linear(2, 2, bias=False))


built = Block()
stack = nn.Sequential()
stack.add_module("first", nn.Linear(2, 2, bias=False))
blocks = nn.Sequential(Block(), Block())
for block in blocks:
    block.fc0 = nn.Linear(2, 2, bias=False)
"""
_SHOWN = "\nimport json\nprint(json.dumps([[p.name for p in n.get_parameters()] for n in (built, stack, blocks)]))\n"


@pytest.mark.frameworks
def test_names_say_where_a_layer_stands(tmp_path: Path) -> None:
    script, out = tmp_path / "names.py", tmp_path / "out"
    script.write_text(_SOURCE, encoding="utf-8")
    Engine(Settings(target=Target.CPU)).migrate([script], out)
    made = (out / script.name).read_text(encoding="utf-8")
    assert "module_add_module(block, 'fc0'" in made
    (out / script.name).write_text(made + _SHOWN, encoding="utf-8")

    run = subprocess.run([sys.executable, script.name], cwd=out, capture_output=True, text=True, timeout=600)

    assert run.returncode == 0, run.stderr[-2000:]
    assert json.loads(run.stdout.strip().splitlines()[-1]) == [
        ["fc0.weight", "fc1.weight"],
        ["first.weight"],
        ["0.fc0.weight", "0.fc1.weight", "1.fc0.weight", "1.fc1.weight"],
    ]
