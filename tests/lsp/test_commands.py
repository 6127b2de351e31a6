"""The server's commands."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsp_editor import Editor, editing
from lsprotocol import types
from test_server import MODEL

pytestmark = pytest.mark.slow


@pytest.mark.asyncio(loop_scope="session")
async def test_migrate_file_changes_the_open_text(window: Editor) -> None:
    uri = window.open(MODEL)
    answer = await window.command("mindport.migrateFile", {"uri": uri})
    assert answer["applied"] is True
    assert answer["text"] == window.texts[uri]
    assert answer["uses"] >= answer["converted"] > 0
    assert "class Net(nn.Cell):" in window.texts[uri]


@pytest.mark.asyncio(loop_scope="session")
async def test_migrate_file_can_only_tell(window: Editor) -> None:
    (window.folder / "closed.py").write_text(MODEL, encoding="utf-8")
    answer = await window.command("mindport.migrateFile", {"uri": window.uri("closed.py"), "apply": False})
    assert answer["applied"] is False and "nn.Cell" in answer["text"]
    assert (window.folder / "closed.py").read_text(encoding="utf-8") == MODEL


@pytest.mark.asyncio(loop_scope="session")
async def test_hovers_do_not_wait_for_a_long_migration(window: Editor) -> None:
    blocks = "".join(
        MODEL.partition("class")[2].replace("Net", f"Net{i}", 1).join(("class", "\n\n")) for i in range(150)
    )
    long = window.open(MODEL.partition("class")[0] + blocks, "long.py")
    uri = window.open(MODEL)
    await window.diagnostics(uri)
    running = asyncio.ensure_future(window.command("mindport.migrateFile", {"uri": long, "apply": False}))
    assert await window.hover(uri, "nn.BatchNorm1d")
    assert not running.done()
    assert (await running)["left"] == []


@pytest.mark.asyncio
async def test_scan_reports_the_project(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(MODEL, encoding="utf-8")
    (tmp_path / "bad.py").write_bytes(b"\xff\xfe\x00 binary")
    async with editing(tmp_path) as editor:
        report = await editor.command("mindport.scanProject", {"uri": editor.uri("")})
        assert report["schema"] == 1 and report["target"] == "cpu"
        files = {f["path"]: f for f in report["files"]}
        assert {"torch.nn.Linear", "torch.nn.BatchNorm1d"} <= {u["api"] for u in files["model.py"]["uses"]}
        shown = [kind for reports in editor.client.progress_reports.values() for kind in map(type, reports)]
        assert shown[0] is types.WorkDoneProgressBegin and shown[-1] is types.WorkDoneProgressEnd


@pytest.mark.asyncio
async def test_a_scan_can_be_cancelled(tmp_path: Path) -> None:
    for index in range(300):
        (tmp_path / f"m{index}.py").write_text(MODEL * 30, encoding="utf-8")
    async with editing(tmp_path) as editor:
        running = asyncio.ensure_future(editor.command("mindport.scanProject", {"uri": editor.uri("")}))
        while not editor.client.progress_reports:
            await asyncio.sleep(0.01)
        (token,) = editor.client.progress_reports
        while not editor.client.progress_reports[token]:
            await asyncio.sleep(0.01)
        editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token=token))
        with pytest.raises(Exception, match="cancel"):
            await running
        uri = editor.open(MODEL)
        assert await editor.diagnostics(uri)


@pytest.mark.asyncio(loop_scope="session")
async def test_explain(window: Editor) -> None:
    assert "mindspore" in await window.command("mindport.explain", "torch.nn.BatchNorm1d")
    with pytest.raises(Exception, match=r"torch\.no_such"):
        await window.command("mindport.explain", "torch.no_such")


@pytest.mark.asyncio
async def test_a_scan_without_a_folder_says_what_to_do(tmp_path: Path) -> None:
    async with editing(tmp_path) as editor:
        gone = types.WorkspaceFoldersChangeEvent(
            added=[], removed=[types.WorkspaceFolder(uri=editor.uri(""), name=tmp_path.name)]
        )
        editor.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event=gone))
        with pytest.raises(Exception, match="Open a folder first"):
            await editor.command("mindport.scanProject", {})


BAD: list[tuple[str, list[object], str]] = [
    ("mindport.noSuch", [], "unknown command"),
    ("mindport.migrateFile", [], "not valid"),
    ("mindport.migrateFile", [7], "not valid"),
    ("mindport.migrateFile", [{"uri": 7}], "not valid"),
    ("mindport.migrateFile", ["file:///no/such.py"], "cannot be read"),
    ("mindport.scanProject", ["file:///no/such"], "not a folder"),
    ("mindport.explain", [{}], "not valid"),
    ("mindport.verifyClass", [{"className": "Net"}], "how to build Net"),
    ("mindport.verifyClass", [{"className": "Net", "build": "Net()", "uri": "file:///no/such.py"}], "cannot be read"),
]


@pytest.mark.asyncio(loop_scope="session")
async def test_bad_commands_are_answered_in_one_line(window: Editor) -> None:
    for command, arguments, words in BAD:
        with pytest.raises(Exception, match=words) as caught:
            await window.command(command, *arguments)
        assert "\n" not in str(caught.value)
    (window.folder / "model.py").write_text(MODEL, encoding="utf-8")
    check = {"uri": window.uri("model.py"), "className": "Net", "build": "Net()", "seed": "x"}
    with pytest.raises(Exception, match="not valid"):
        await window.command("mindport.verifyClass", check)
    uri = window.open(MODEL)
    assert await window.diagnostics(uri)


@pytest.mark.asyncio
async def test_nothing_runs_in_an_untrusted_workspace(tmp_path: Path) -> None:
    async with editing(tmp_path, options={"trusted": False}) as editor:
        uri = editor.open(MODEL)
        with pytest.raises(Exception, match="not trusted"):
            await editor.command("mindport.verifyClass", {"uri": uri, "className": "Net", "build": "Net()"})


@pytest.mark.asyncio(loop_scope="session")
async def test_module_classes_have_a_lens(window: Editor) -> None:
    uri = window.open(MODEL)
    identifier = types.TextDocumentIdentifier(uri=uri)
    lenses = await window.client.text_document_code_lens_async(types.CodeLensParams(text_document=identifier))
    assert lenses is not None
    (lens,) = lenses
    assert lens.command is not None and lens.command.title == "Verify in both frameworks"
    assert list(lens.command.arguments or ()) == [{"uri": uri, "className": "Net"}]
    assert window.shown(uri, lens.range) == "Net"


@pytest.mark.asyncio(loop_scope="session")
async def test_a_broken_file_is_not_migrated(window: Editor) -> None:
    uri = window.open(MODEL + "\ndef half(:\n")
    answer = await window.command("mindport.migrateFile", uri)
    assert answer["problem"] == "Python cannot parse this file, so it is left unchanged."
    assert not answer["applied"] and answer["text"] == window.texts[uri]


@pytest.mark.asyncio
@pytest.mark.frameworks
async def test_a_class_is_verified(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(MODEL, encoding="utf-8")
    async with editing(tmp_path) as editor:
        uri = editor.open(MODEL)
        check = {"uri": uri, "className": "Net", "build": "Net()", "inputs": ["x=float32[2,4]"], "grad": True}
        report = await editor.command("mindport.verifyClass", check)
        assert report["verdict"] == "equivalent", report
        assert report["outputs"] and report["gradients"]
        (told,) = editor.client.progress_reports.values()
        assert types.WorkDoneProgressReport in map(type, told)
        assert await editor.hover(uri, "nn.BatchNorm1d")


@pytest.mark.asyncio
@pytest.mark.frameworks
async def test_a_check_can_be_cancelled(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text("import time\ntime.sleep(600)\n" + MODEL, encoding="utf-8")
    async with editing(tmp_path) as editor:
        check = {"uri": editor.uri("model.py"), "className": "Net", "build": "Net()", "inputs": ["x=float32[2,4]"]}
        running = asyncio.ensure_future(editor.command("mindport.verifyClass", check))
        while not any(editor.client.progress_reports.values()):
            await asyncio.sleep(0.01)
        (token,) = editor.client.progress_reports
        editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token=token))
        with pytest.raises(Exception, match="cancel"):
            await running
