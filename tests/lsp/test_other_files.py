"""What an open document learns of other files: unsaved, on disk, while it is being typed itself."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsp_editor import PATIENCE, Editor, editing
from lsprotocol import types

from mindport import own_process

pytestmark = pytest.mark.slow

LAYERS = "import torch\n\n\ndef make(n):\n    return torch.ones(n)\n"
USER = "import torch\nfrom layers import make\n\n\ndef main():\n    k = 1\n    return make(3).view(-1, 1)\n"
MANY = "".join(f"\n\ndef f{i}(x: torch.Tensor):\n    return torch.relu(x).view(-1)\n" for i in range(40))


async def is_tensor_s(editor: Editor, uri: str) -> bool:
    hover = await editor.hover(uri, "view")
    return hover is not None and "This is a guess" not in hover


async def check_told(editor: Editor, uri: str, whether: bool) -> None:
    """That it comes to be known whether ``view`` is a Tensor's, which may be no guess; each new state is published."""

    async def known() -> None:
        while await is_tensor_s(editor, uri) is not whether:
            await editor.published.get()

    await asyncio.wait_for(known(), PATIENCE)


@pytest.mark.asyncio
async def test_a_document_that_is_typed_meanwhile_learns_of_others(tmp_path: Path) -> None:
    (tmp_path / "layers.py").write_text(LAYERS, encoding="utf-8")
    async with editing(tmp_path, "neovim-0.7.2") as editor:
        layers = editor.open(LAYERS, "layers.py")
        uri = editor.open(USER + MANY, "user.py")
        await check_told(editor, uri, True)
        editor.change(layers, "torch.ones(n)", "[n]")
        loop = asyncio.get_running_loop()
        end = loop.time() + 1.5  # others are told of a change after a pause of 0.6 s
        while loop.time() < end:
            for old, new in (("k = 1", "k = 11"), ("k = 11", "k = 1")):
                editor.change(uri, old, new)
                await editor.diagnostics(uri)
        await check_told(editor, uri, False)


@pytest.mark.asyncio
async def test_a_document_that_is_opened_unsaved_is_seen(tmp_path: Path) -> None:
    (tmp_path / "layers.py").write_text(LAYERS.replace("torch.ones(n)", "[n]"), encoding="utf-8")
    async with editing(tmp_path, "neovim-0.7.2") as editor:
        uri = editor.open(USER, "user.py")
        await editor.diagnostics(uri)
        assert not await is_tensor_s(editor, uri)
        layers = editor.open(LAYERS, "layers.py")
        await check_told(editor, uri, True)
        identifier = types.TextDocumentIdentifier(uri=layers)
        editor.client.text_document_did_close(types.DidCloseTextDocumentParams(text_document=identifier))
        await check_told(editor, uri, False)


@pytest.mark.asyncio
async def test_files_that_come_and_go_are_seen(tmp_path: Path) -> None:
    file = tmp_path / "layers.py"
    async with editing(tmp_path, "neovim-0.7.2") as editor:
        uri = editor.open(USER, "user.py")
        await editor.diagnostics(uri)
        assert not await is_tensor_s(editor, uri)
        others = [types.FileEvent(uri=editor.uri(f"m{i}.py"), type=types.FileChangeType.Created) for i in range(500)]
        for whether in (True, False):
            if whether:
                file.write_text(LAYERS, encoding="utf-8")
            else:
                file.unlink()
            kind = types.FileChangeType.Created if whether else types.FileChangeType.Deleted
            changes = [*others, types.FileEvent(uri=editor.uri("layers.py"), type=kind)]
            editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes=changes))
            await check_told(editor, uri, whether)


@pytest.mark.asyncio
async def test_the_user_s_files_are_not_taken_for_python_s_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Editors start the server in the folder that is open in them."""
    mark = tmp_path / "ran"
    for name in ("types", "json", "logging"):
        (tmp_path / f"{name}.py").write_text(f"open({str(mark)!r}, 'w').close()\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("mindport.calling", "mindport.lsp.scan_job"):
        child = await asyncio.create_subprocess_exec(*own_process.command(name), stdin=asyncio.subprocess.PIPE)
        await child.communicate(b"{}\n")
    assert not mark.exists()
