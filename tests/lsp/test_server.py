"""The server with each editor that was recorded: diagnostics, hover and quick fix, whatever the editor can and cannot."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsp_editor import EDITORS, VSCODE, Editor, capabilities, editing
from lsprotocol import types

from mindport.render import messages
from mindport.text import Span

pytestmark = pytest.mark.slow

MODEL = '''"""A network."""

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)  # 全连接
        self.note = "说明 🙂"; self.norm = nn.BatchNorm1d(2, momentum=0.2)  # 批归一化 🙂

    def forward(self, x):
        return torch.cat([self.norm(self.fc(x)), x], dim=1)
'''

ODD = ["", "\x00\x01", "(" * 3000, "x = '\ud800'\n", "\f\nimport torch\n", "\ufeffimport torch\n"]

ENCODINGS = {
    "eglot-1.17.30": "utf-32",
    "eglot-1.9": "utf-16",
    "neovim-0.12": "utf-8",
    "neovim-0.7.2": "utf-16",
    VSCODE: "utf-16",
}


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(
    ("window", "encoding"), [(name, ENCODINGS[name]) for name in EDITORS], indirect=["window"], ids=EDITORS
)
async def test_from_squiggle_to_fix(window: Editor, encoding: str) -> None:
    assert window.codec.encoding == encoding
    uri = window.open(MODEL)
    found = {window.shown(uri, d.range): d for d in await window.diagnostics(uri)}
    norm = found["nn.BatchNorm1d"]
    assert norm.source == "mindport"
    assert norm.code in messages.kinds() | {"adjusted", "divergent"}
    assert "torch.nn.BatchNorm1d" in norm.message

    hover = await window.hover(uri, "nn.BatchNorm1d")
    assert hover is not None and "mindspore.nn.BatchNorm1d" in hover and "momentum=0.8" in hover

    fix = next(a for a in await window.actions(uri, "nn.BatchNorm1d") if a.kind == types.CodeActionKind.QuickFix)
    assert fix.is_preferred
    await window.take(fix)
    line = next(line for line in window.texts[uri].splitlines() if "批归一化" in line)
    assert line == '        self.note = "说明 🙂"; self.norm = ms.nn.BatchNorm1d(2, momentum=1 - 0.2)  # 批归一化 🙂'


@pytest.mark.asyncio
@pytest.mark.parametrize(("locale", "words"), [("en", "expects another value"), ("zh-cn", "换算为")])
async def test_the_editor_s_language_is_spoken(locale: str, words: str, tmp_path: Path) -> None:
    async with editing(tmp_path, locale=locale) as editor:
        uri = editor.open(MODEL)
        norm = next(d for d in await editor.diagnostics(uri) if editor.shown(uri, d.range) == "nn.BatchNorm1d")
        hover = await editor.hover(uri, "nn.BatchNorm1d")
        assert hover is not None
        assert words in norm.message + hover


@pytest.mark.asyncio
async def test_the_setting_overrides_the_editor_s_language(tmp_path: Path) -> None:
    async with editing(tmp_path, locale="en", settings={"language": "zh-CN"}) as editor:
        uri = editor.open(MODEL)
        titles = [a.title for a in await editor.actions(uri, "nn.BatchNorm1d")]
        assert "替换为 mindspore.nn.BatchNorm1d" in titles


@pytest.mark.asyncio(loop_scope="session")
async def test_all_uses_are_rewritten_at_once(window: Editor) -> None:
    uri = window.open(MODEL)
    (fix,) = await window.actions(uri, "nn.BatchNorm1d", only=["source.fixAll"])
    assert fix.kind == "source.fixAll.mindport"
    await window.take(fix)
    text = window.texts[uri]
    assert "momentum=1 - 0.2" in text and "torch" not in text and "# 全连接" in text
    compile(text, "model.py", "exec")


@pytest.mark.asyncio(loop_scope="session")
async def test_a_file_is_migrated_as_a_refactoring(window: Editor) -> None:
    uri = window.open(MODEL)
    (migrate,) = await window.actions(uri, "nn.BatchNorm1d", only=["refactor"])
    await window.take(migrate)
    text = window.texts[uri]
    assert "class Net(nn.Cell):" in text and "def construct(self, x):" in text
    assert "import torch" not in text


@pytest.mark.asyncio(loop_scope="session")
async def test_a_resolved_action_belongs_to_its_version(window: Editor) -> None:
    uri = window.open(MODEL)
    action = (await window.actions(uri, "nn.BatchNorm1d"))[0]
    window.change(uri, "dim=1", "dim=0")
    with pytest.raises(Exception, match="has changed"):
        await window.take(action)


@pytest.mark.asyncio(loop_scope="session")
async def test_what_is_typed_shows_at_once(window: Editor) -> None:
    uri = window.open("import torch\n\n")
    assert await window.diagnostics(uri) == []
    for char in "y = torch.cat([a, b], 1)":
        at = len(window.texts[uri])
        window.replace(uri, Span(at, at), char)
    hover = await window.hover(uri, "torch.cat")
    assert hover is not None and "mindspore" in hover


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("window", [VSCODE, "neovim-0.7.2"], indirect=True)
async def test_broken_code_keeps_what_was_known(window: Editor) -> None:
    uri = window.open(MODEL)
    before = await window.diagnostics(uri)
    window.change(uri, "class Net", "def half(:\n\nclass Net")
    after = await window.diagnostics(uri)
    assert {d.message for d in after} == {d.message for d in before}
    assert {window.shown(uri, d.range) for d in after} >= {"nn.BatchNorm1d"}
    hover = await window.hover(uri, "nn.BatchNorm1d")
    assert hover is not None and "cannot be parsed" in hover


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("window", [VSCODE, "neovim-0.7.2"], indirect=True)
async def test_one_broken_statement_leaves_the_rest_alive(window: Editor) -> None:
    uri = window.open(MODEL)
    await window.diagnostics(uri)
    window.change(uri, "class Net", "def half(:\n\nclass Net")
    await window.diagnostics(uri)
    end = len(window.texts[uri])
    window.replace(uri, Span(end, end), "\n\nz = nn.BatchNorm1d(4, momentum=0.3)\n")
    after = await window.diagnostics(uri)
    assert [window.shown(uri, d.range) for d in after].count("nn.BatchNorm1d") == 2
    window.change(uri, "def half(:\n\n", "")
    repaired = await window.diagnostics(uri)
    assert [window.shown(uri, d.range) for d in repaired].count("nn.BatchNorm1d") == 2


LAYERS = "import torch\n\n\ndef make(n):\n    return torch.ones(n)\n"
USER = "from layers import make\n\n\ndef main():\n    return make(3).view(-1, 1)\n"


@pytest.mark.asyncio
async def test_unsaved_changes_of_another_file_are_seen(tmp_path: Path) -> None:
    (tmp_path / "layers.py").write_text(LAYERS)
    async with editing(tmp_path, "neovim-0.7.2") as editor:
        layers = editor.open(LAYERS, "layers.py")
        await editor.diagnostics(layers)
        uri = editor.open(USER, "user.py")
        await editor.diagnostics(uri)
        assert await editor.hover(uri, "view") is not None

        editor.change(layers, "torch.ones(n)", "[n]")
        await editor.diagnostics(uri)
        assert await editor.hover(uri, "view") is None
        editor.change(layers, "[n]", "torch.ones(n)")
        await editor.diagnostics(uri)
        assert await editor.hover(uri, "view") is not None


@pytest.mark.asyncio
async def test_calls_in_files_that_are_not_open_are_counted(tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text("import torch\n\n\ndef check(a, b):\n    return a.shape\n")
    (tmp_path / "user.py").write_text("import torch\nfrom tools import check\n\ncheck(torch.ones(2), 3)\n")
    async with editing(tmp_path, "neovim-0.7.2") as editor:
        uri = editor.open((tmp_path / "tools.py").read_text(), "tools.py")
        await editor.diagnostics(uri)
        await editor.diagnostics(uri)
        assert await editor.hover(uri, "shape") is not None

        editor.change(uri, "return a.shape", "return  a.shape")
        await editor.diagnostics(uri)
        assert await editor.hover(uri, "shape") is not None


@pytest.mark.asyncio
async def test_the_rest_of_a_file_learns_of_an_edit_when_typing_pauses(tmp_path: Path) -> None:
    async with editing(tmp_path, "neovim-0.7.2") as editor:
        uri = editor.open(LAYERS + "\n\ndef main():\n    return make(3).view(-1, 1)\n")
        await editor.diagnostics(uri)
        assert await editor.hover(uri, "view") is not None

        editor.change(uri, "torch.ones(n)", "[n]")
        await editor.diagnostics(uri)
        await editor.diagnostics(uri)
        assert await editor.hover(uri, "view") is None


@pytest.mark.asyncio(loop_scope="session")
async def test_odd_texts_leave_the_server_alive(window: Editor) -> None:
    for index, text in enumerate(
        ["", "\x00\x01", "(" * 3000, "x = '\\ud800'\n", "\f\nimport torch\n", "\ufeffimport torch\n"]
    ):
        uri = window.open(text, f"odd{index}.py")
        assert isinstance(await window.diagnostics(uri), list)
    uri = window.open(MODEL)
    assert await window.diagnostics(uri)


@pytest.mark.asyncio(loop_scope="session")
async def test_form_feeds_are_not_line_ends(window: Editor) -> None:
    uri = window.open("import torch\n\fx = '\u2028'\ny = 1\n")
    window.change(uri, "y = 1", "y = torch.relu(x)")
    hover = await window.hover(uri, "torch.relu")
    assert hover is not None and "mindspore" in hover


@pytest.mark.asyncio
async def test_ten_thousand_lines(tmp_path: Path) -> None:
    body = "".join(f"y{i} = torch.relu(x)\n" for i in range(10_000))
    async with editing(tmp_path) as editor:
        uri = editor.open("import torch\n\n" + body)
        await editor.diagnostics(uri)
        hover = await editor.hover(uri, "torch.relu(x)\ny9")
        assert hover is not None


@pytest.mark.asyncio
async def test_severities_follow_the_settings(tmp_path: Path) -> None:
    settings = {"severity": {"adjusted": "error", "value-converted": "hint"}}
    async with editing(tmp_path, settings=settings) as editor:
        uri = editor.open(MODEL)
        norm = next(d for d in await editor.diagnostics(uri) if editor.shown(uri, d.range) == "nn.BatchNorm1d")
        assert norm.severity == types.DiagnosticSeverity.Hint
    async with editing(tmp_path, settings={"diagnostics": {"enable": False}}) as editor:
        uri = editor.open(MODEL)
        assert await editor.diagnostics(uri) == []


@pytest.mark.asyncio
async def test_bad_settings_are_named_once_and_the_rest_holds(tmp_path: Path) -> None:
    async with editing(tmp_path, "neovim-0.7.2", settings={"verify": {"timeout": "soon"}}) as editor:
        uri = editor.open(MODEL)
        await editor.diagnostics(uri)
        told = [m for m in editor.client.messages if "mindport.verify.timeout" in m.message]
        assert len(told) == 1
        assert "cpu" in (await editor.hover(uri, "nn.BatchNorm1d") or "").lower()


@pytest.mark.asyncio
async def test_new_settings_take_effect(tmp_path: Path) -> None:
    async with editing(tmp_path) as editor:
        uri = editor.open(MODEL)
        assert await editor.diagnostics(uri)
        editor.client.set_configuration({"target": "cpu", "diagnostics": {"enable": False}}, section="mindport")
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
        for _ in range(100):
            if not await editor.diagnostics(uri):
                return
        raise AssertionError("the settings were not taken up")


@pytest.mark.asyncio(loop_scope="session")
async def test_an_unchanged_text_is_answered_in_short(window: Editor) -> None:
    uri = window.open(MODEL)
    identifier = types.TextDocumentIdentifier(uri=uri)
    ask = window.client.text_document_diagnostic_async
    first = await ask(types.DocumentDiagnosticParams(text_document=identifier))
    assert isinstance(first, types.RelatedFullDocumentDiagnosticReport)
    params = types.DocumentDiagnosticParams(text_document=identifier, previous_result_id=first.result_id)
    assert isinstance(await ask(params), types.RelatedUnchangedDocumentDiagnosticReport)


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("window", ["eglot-1.17.30"], indirect=True)
async def test_a_closed_document_loses_its_diagnostics(window: Editor) -> None:
    uri = window.open(MODEL)
    assert await window.diagnostics(uri)
    identifier = types.TextDocumentIdentifier(uri=uri)
    window.client.text_document_did_close(types.DidCloseTextDocumentParams(text_document=identifier))
    window.versions.pop(uri)
    assert await window.diagnostics(uri) == []


@pytest.mark.asyncio
async def test_a_client_that_says_nothing_is_served(tmp_path: Path) -> None:
    async with editing(tmp_path, declared=types.ClientCapabilities()) as editor:
        uri = editor.open(MODEL)
        assert await editor.diagnostics(uri)
        hover = await editor.hover(uri, "nn.BatchNorm1d")
        assert hover is not None and "**" not in hover and "`" not in hover


def test_recorded_editors_are_read() -> None:
    assert capabilities(VSCODE).text_document is not None


@pytest.mark.asyncio(loop_scope="session")
async def test_a_fix_is_offered_anywhere_in_the_call(window: Editor) -> None:
    uri = window.open(MODEL)
    titles = [a.title for a in await window.actions(uri, "0.2")]
    assert titles[0] == "Replace with mindspore.nn.BatchNorm1d"
    assert "Replace with mindspore.mint.cat" in [a.title for a in await window.actions(uri, "dim=1")]


UNFIT = "import torch\nimport torch.nn as nn\n\nbag = nn.EmbeddingBag(4, 3, scale_grad_by_freq=True)\n"


@pytest.mark.asyncio(loop_scope="session")
async def test_what_cannot_be_applied_is_shown_disabled_with_the_reason(window: Editor) -> None:
    uri = window.open(UNFIT)
    fix = next(a for a in await window.actions(uri, "nn.EmbeddingBag") if a.disabled)
    assert "scale_grad_by_freq is not supported" in (fix.disabled.reason if fix.disabled else "")
    assert not fix.is_preferred


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("window", ["eglot-1.9"], indirect=True)
async def test_what_cannot_be_shown_disabled_is_not_shown(window: Editor) -> None:
    uri = window.open(UNFIT)
    actions = await window.actions(uri, "nn.EmbeddingBag")
    assert [a.title for a in actions if a.kind == types.CodeActionKind.QuickFix] == []


@pytest.mark.asyncio
async def test_the_project_s_own_settings_are_followed(tmp_path: Path) -> None:
    file = tmp_path / "mindport.toml"
    file.write_text('target = "gpu"\n', encoding="utf-8")
    async with editing(tmp_path, settings={"target": "auto"}) as editor:
        uri = editor.open(MODEL)
        assert "GPU, MindSpore" in (await editor.hover(uri, "nn.BatchNorm1d") or "")
        file.write_text('target = "ascend"\nlanguage = "zh-CN"\n', encoding="utf-8")
        change = types.FileEvent(uri=editor.uri("mindport.toml"), type=types.FileChangeType.Changed)
        params = types.DidChangeWatchedFilesParams(changes=[change])
        editor.client.workspace_did_change_watched_files(params)
        hover = await editor.hover(uri, "nn.BatchNorm1d") or ""
        assert "Ascend, MindSpore" in hover and "平台" in hover


@pytest.mark.asyncio
async def test_settings_of_the_project_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    (tmp_path / "mindport.toml").write_text('target = "npu"\n', encoding="utf-8")
    async with editing(tmp_path, settings={"target": "auto"}) as editor:
        uri = editor.open(MODEL)
        assert "Ascend, MindSpore" in (await editor.hover(uri, "nn.BatchNorm1d") or "")
        (told,) = [m.message for m in editor.client.messages if "mindport.toml" in m.message]
        assert "target must be one of" in told


@pytest.mark.asyncio
async def test_a_folder_that_is_added_brings_its_settings(tmp_path: Path) -> None:
    more = tmp_path / "more"
    more.mkdir()
    (more / "mindport.toml").write_text('target = "gpu"\n', encoding="utf-8")
    async with editing(tmp_path, settings={"target": "auto"}) as editor:
        uri = editor.open(MODEL)
        folder = types.WorkspaceFolder(uri=editor.uri("more"), name="more")
        for added, removed, words in (([folder], [], "GPU, MindSpore"), ([], [folder], "Ascend, MindSpore")):
            event = types.WorkspaceFoldersChangeEvent(added=added, removed=removed)
            params = types.DidChangeWorkspaceFoldersParams(event=event)
            editor.client.workspace_did_change_workspace_folders(params)
            assert words in (await editor.hover(uri, "nn.BatchNorm1d") or "")


@pytest.mark.asyncio(loop_scope="session")
async def test_in_a_broken_file_fixes_are_shown_disabled(window: Editor) -> None:
    uri = window.open(MODEL)
    await window.diagnostics(uri)
    window.change(uri, "dim=1)", "dim=1")
    found = await window.actions(uri, "nn.BatchNorm1d")
    assert found and all(a.disabled and "cannot parse" in a.disabled.reason for a in found)
    window.change(uri, "dim=1", "dim=1)")
    assert not any(a.disabled for a in await window.actions(uri, "nn.BatchNorm1d"))


@pytest.mark.asyncio
async def test_the_project_s_own_rows_are_followed(tmp_path: Path) -> None:
    rows = tmp_path / ".mindport" / "rows"
    rows.mkdir(parents=True)
    (rows / "bad.yaml").write_text("torch: torch.relu\nkind: thing\n", encoding="utf-8")
    async with editing(tmp_path) as editor:
        uri = editor.open(MODEL)
        assert await editor.diagnostics(uri)
        assert any(".mindport/rows/bad.yaml:2: kind" in m.message for m in editor.client.messages)
        own = "torch: torch.nn.BatchNorm1d\nkind: class\nreturns: module\nnote: {en: Ours., zh-CN: 自有。}\n"
        (rows / "bad.yaml").write_text(own, encoding="utf-8")
        change = types.FileEvent(uri=editor.uri(".mindport/rows/bad.yaml"), type=types.FileChangeType.Changed)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes=[change]))
        assert "Ours." in (await editor.hover(uri, "nn.BatchNorm1d") or "")
