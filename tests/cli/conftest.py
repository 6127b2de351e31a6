"""A project to run commands on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mindport.mapping import load

MODEL = '''"""A network."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)  # 全连接

    def forward(self, x):
        return F.softmax(self.fc(x), dim=-1)
'''


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Messages in English whatever the terminal's locale, no settings from outside, and nothing left in the user's cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.setenv("MINDPORT_LANG", "en")
    monkeypatch.setenv("MINDPORT_DEBUG", "1")


@pytest.fixture
def evidence_kept() -> Iterator[None]:
    """For commands that write evidence of this checkout's rows: what was known before stands again afterwards."""
    files = {path: path.read_bytes() for path in (load.find().root / "verified").glob("*.json")}
    yield
    for path, content in files.items():
        path.write_bytes(content)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a model, a file without torch, and a file that is not Python."""
    folder = tmp_path / "project"
    (folder / "pkg").mkdir(parents=True)
    (folder / "model.py").write_text(MODEL, encoding="utf-8")
    (folder / "pkg" / "plain.py").write_text("x = 1\n", encoding="utf-8")
    (folder / "notes.txt").write_text("kept\n", encoding="utf-8")
    return folder
