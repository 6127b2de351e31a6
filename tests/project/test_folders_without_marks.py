"""A folder that is migrated is one project, whatever marks it has: calls tell what functions of its packages are given."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_CHECKPOINT = """
import torch


def load_checkpoint(path, optimizer=None):
    loaded = torch.load(path)
    if optimizer is not None:
        optimizer.load_state_dict(loaded["optimizer"])
"""
_TRAIN = """
from torch import nn, optim
from {module} import load_checkpoint

net = nn.Linear(2, 2)
optimizer = optim.SGD(net.parameters(), lr=0.1)
load_checkpoint("last.pt", optimizer)
"""


@pytest.mark.parametrize("module", ["tools", "tools.checkpoint"])
def test_calls_from_outside_a_package_tell_what_it_is_given(tmp_path: Path, module: str) -> None:
    package = tmp_path / "in" / "tools"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("from .checkpoint import load_checkpoint\n")
    (package / "checkpoint.py").write_text(_CHECKPOINT)
    (tmp_path / "in" / "train.py").write_text(_TRAIN.format(module=module))

    Engine(Settings(target=Target.CPU)).migrate([tmp_path / "in"], tmp_path / "out")

    made = (tmp_path / "out" / "tools" / "checkpoint.py").read_text()
    assert "load_optimizer_state(optimizer, " in made
