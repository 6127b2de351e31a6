"""Code that needs a helper: the module of helpers comes along, where the editor can create files."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsp_editor import editing

pytestmark = pytest.mark.slow

ROLL = "import torch\n\nx = torch.zeros(3, 3)\ny = x.roll(1, dims=0)\n"
NONZERO = "import torch\n\nx = torch.zeros(3, 3)\ny = x.nonzero(as_tuple=True)\n"


@pytest.mark.asyncio
async def test_the_module_of_helpers_is_created_and_grows(tmp_path: Path) -> None:
    async with editing(tmp_path) as editor:
        helpers = editor.uri("mindport_helpers.py")
        uri = editor.open(ROLL)
        await editor.take((await editor.actions(uri, "roll"))[0])
        assert "mindport_helpers" in editor.texts[uri]
        assert "def roll(" in editor.texts[helpers]
        (tmp_path / "mindport_helpers.py").write_text(editor.texts[helpers], encoding="utf-8")
        other = editor.open(NONZERO, "other.py")
        await editor.take((await editor.actions(other, "x.nonzero", only=["refactor"]))[0])
        assert "def roll(" in editor.texts[helpers] and "def nonzero_tuple(" in editor.texts[helpers]
        compile(editor.texts[helpers], "mindport_helpers.py", "exec")


@pytest.mark.asyncio
async def test_the_helpers_of_a_migrated_file_come_with_those_that_are_there(tmp_path: Path) -> None:
    async with editing(tmp_path) as editor:
        first = await editor.command("mindport.migrateFile", {"uri": editor.open(ROLL), "apply": False})
        (tmp_path / "mindport_helpers.py").write_text(first["helpersText"], encoding="utf-8")
        other = await editor.command("mindport.migrateFile", {"uri": editor.open(NONZERO, "b.py"), "apply": False})
    assert other["helpers"] == ["nonzero_tuple"]
    assert all(f"def {name}(" in other["helpersText"] for name in ("roll", "nonzero_tuple"))


@pytest.mark.asyncio
async def test_a_file_of_the_user_s_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "mindport_helpers.py").write_text("mine = 1\n", encoding="utf-8")
    async with editing(tmp_path) as editor:
        uri = editor.open(ROLL)
        answer = await editor.command("mindport.migrateFile", {"uri": uri})
        assert answer["helpers"] == ["roll"] and "def roll(" in answer["helpersText"]
        assert editor.uri("mindport_helpers.py") not in editor.texts
        assert any("mindport_helpers.py (roll)" in m.message for m in editor.client.messages)


@pytest.mark.asyncio
async def test_an_editor_that_cannot_create_files_is_told(tmp_path: Path) -> None:
    async with editing(tmp_path, "eglot-1.17.30") as editor:
        uri = editor.open(ROLL)
        await editor.take((await editor.actions(uri, "roll"))[0])
        assert any("mindport_helpers.py (roll)" in m.message for m in editor.client.messages)
