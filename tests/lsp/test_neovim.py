"""Neovim, headless: the server in a real editor."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from test_server import MODEL

SCRIPT = Path(__file__).parent / "neovim" / "session.lua"


@pytest.mark.editor
def test_diagnostics_hover_and_fix_in_neovim(tmp_path: Path) -> None:
    model, result = tmp_path / "model.py", tmp_path / "facts.json"
    model.write_text(MODEL, encoding="utf-8")
    environment = {**os.environ, "MINDPORT_PYTHON": sys.executable, "MINDPORT_RESULT": str(result)}
    environment["XDG_STATE_HOME"] = environment["XDG_CACHE_HOME"] = str(tmp_path / "state")
    command = ["nvim", "--clean", "--headless", "-n", str(model), "-c", f"luafile {SCRIPT}"]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=90)
    assert result.exists(), done.stdout + done.stderr
    facts = json.loads(result.read_text(encoding="utf-8"))
    assert "error" not in facts, facts
    assert "nn.BatchNorm1d" in [d["text"] for d in facts["diagnostics"]]
    assert {d["source"] for d in facts["diagnostics"]} == {"mindport"}
    assert "mindspore.nn.BatchNorm1d" in facts["hover"]
    assert "mindspore.nn.BatchNorm1d" in facts["action"]
    assert '"说明 🙂"; self.norm = ms.nn.BatchNorm1d(2, momentum=1 - 0.2)  # 批归一化 🙂' in model.read_text(
        encoding="utf-8"
    )
