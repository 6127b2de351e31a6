"""An editor for tests: a real client with the recorded capabilities of a real editor, connected to a real server."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient
from pytest_lsp.client import register_lsp_features

from mindport.lsp.convert import Codec, uri_of
from mindport.text import LineIndex, Span, TextEdit, apply

CAPABILITIES = Path(__file__).parent / "capabilities"
EDITORS = sorted(p.stem for p in CAPABILITIES.glob("*.json"))
VSCODE = "vscode-1.139.1"
PATIENCE = 30.0


@lru_cache(maxsize=1)
def converter() -> Any:
    """One for all clients: what it learns of each message takes longer than most tests."""
    return default_converter()


def client_for_tests() -> LanguageClient:
    """A client that keeps what the server tells it."""
    client = LanguageClient(converter_factory=converter)
    register_lsp_features(client)
    return client


@lru_cache
def capabilities(editor: str) -> types.ClientCapabilities:
    """What an editor declared when it was recorded."""
    recorded = json.loads((CAPABILITIES / f"{editor}.json").read_text(encoding="utf-8"))
    return converter().structure(recorded, types.ClientCapabilities)


class Editor:
    """One window with one folder; texts as the editor holds them."""

    def __init__(self, client: LanguageClient, folder: Path, result: types.InitializeResult) -> None:
        self.client = client
        self.folder = folder
        self.server = result.capabilities
        encoding = result.capabilities.position_encoding or "utf-16"
        self.codec = Codec(str(getattr(encoding, "value", encoding)))
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.notebooks: dict[str, str] = {}  # of cells
        self.published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()

    @property
    def pulls(self) -> bool:
        declared = self.client.capabilities
        return bool(declared and declared.text_document and declared.text_document.diagnostic)

    def uri(self, name: str) -> str:
        return uri_of(self.folder / name)

    def open(self, text: str, name: str = "model.py") -> str:
        uri = self.uri(name)
        self.texts[uri], self.versions[uri] = text, 1
        item = types.TextDocumentItem(uri=uri, language_id="python", version=1, text=text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
        return uri

    def open_notebook(self, *cells: str, name: str = "train.ipynb") -> list[str]:
        """Opens a notebook with cells of Python; their URIs."""
        uri = self.uri(name)
        items = [self._cell(uri, number, cell) for number, cell in enumerate(cells)]
        self.client.notebook_document_did_open(
            types.DidOpenNotebookDocumentParams(
                notebook_document=types.NotebookDocument(
                    uri=uri,
                    notebook_type="jupyter-notebook",
                    version=1,
                    cells=[types.NotebookCell(types.NotebookCellKind.Code, item.uri) for item in items],
                ),
                cell_text_documents=items,
            )
        )
        return [item.uri for item in items]

    def _cell(self, notebook: str, number: int, text: str) -> types.TextDocumentItem:
        uri = f"{notebook.replace('file:', 'vscode-notebook-cell:')}#{number}"
        self.texts[uri], self.versions[uri], self.notebooks[uri] = text, 1, notebook
        return types.TextDocumentItem(uri=uri, language_id="python", version=1, text=text)

    def restructure(self, notebook: str, start: int, gone: Sequence[str], new: Mapping[int, str]) -> list[str]:
        """Takes cells out of a notebook, and puts others, each with a number of its own, in their place."""
        items = [self._cell(notebook, number, text) for number, text in new.items()]
        for uri in gone:
            del self.texts[uri], self.versions[uri], self.notebooks[uri]
        cells = [types.NotebookCell(types.NotebookCellKind.Code, item.uri) for item in items]
        structure = types.NotebookDocumentCellChangeStructure(
            array=types.NotebookCellArrayChange(start=start, delete_count=len(gone), cells=cells),
            did_open=items,
            did_close=[types.TextDocumentIdentifier(uri=uri) for uri in gone],
        )
        self._tell(notebook, types.NotebookDocumentCellChanges(structure=structure))
        return [item.uri for item in items]

    def _tell(self, notebook: str, cells: types.NotebookDocumentCellChanges) -> None:
        identifier = types.VersionedNotebookDocumentIdentifier(uri=notebook, version=1)
        self.client.notebook_document_did_change(
            types.DidChangeNotebookDocumentParams(
                notebook_document=identifier, change=types.NotebookDocumentChangeEvent(cells=cells)
            )
        )

    def close_notebook(self, notebook: str) -> None:
        cells = [cell for cell, whole in self.notebooks.items() if whole == notebook]
        self.client.notebook_document_did_close(
            types.DidCloseNotebookDocumentParams(
                notebook_document=types.NotebookDocumentIdentifier(uri=notebook),
                cell_text_documents=[types.TextDocumentIdentifier(uri=cell) for cell in cells],
            )
        )
        for cell in cells:
            del self.texts[cell], self.versions[cell], self.notebooks[cell]

    def change(self, uri: str, old: str, new: str) -> None:
        """Replaces the first ``old`` by ``new``, as typing would."""
        start = self.texts[uri].index(old)
        self.replace(uri, Span(start, start + len(old)), new)

    def replace(self, uri: str, span: Span, new: str) -> None:
        lines = LineIndex(self.texts[uri])
        change = types.TextDocumentContentChangePartial(range=self.codec.range(lines, span), text=new)
        self.texts[uri] = apply(self.texts[uri], [TextEdit(span, new)])
        self.versions[uri] += 1
        identifier = types.VersionedTextDocumentIdentifier(uri=uri, version=self.versions[uri])
        if uri in self.notebooks:
            content = types.NotebookDocumentCellContentChanges(document=identifier, changes=[change])
            self._tell(self.notebooks[uri], types.NotebookDocumentCellChanges(text_content=[content]))
            return
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(text_document=identifier, content_changes=[change])
        )

    def area(self, uri: str, needle: str) -> types.Range:
        start = self.texts[uri].index(needle)
        return self.codec.range(LineIndex(self.texts[uri]), Span(start, start + len(needle)))

    def shown(self, uri: str, area: types.Range) -> str:
        """The text that a range covers."""
        span = self.codec.span(LineIndex(self.texts[uri]), area)
        return self.texts[uri][span.start : span.end]

    async def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        """Diagnostics of the text as it is now, asked for or waited for as the editor does it."""
        if self.pulls:
            identifier = types.TextDocumentIdentifier(uri=uri)
            report = await self.client.text_document_diagnostic_async(
                types.DocumentDiagnosticParams(text_document=identifier)
            )
            assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
            return list(report.items)
        while True:
            told = await asyncio.wait_for(self.published.get(), PATIENCE)
            if told.uri == uri and told.version in (None, self.versions.get(uri)):
                return list(told.diagnostics)

    async def hover(self, uri: str, needle: str) -> str | None:
        identifier = types.TextDocumentIdentifier(uri=uri)
        position = self.area(uri, needle).start
        found = await self.client.text_document_hover_async(
            types.HoverParams(text_document=identifier, position=position)
        )
        if found is None:
            return None
        assert isinstance(found.contents, types.MarkupContent)
        return found.contents.value

    async def actions(self, uri: str, needle: str, only: list[str] | None = None) -> list[types.CodeAction]:
        """The code actions at a place; the diagnostics there go along, as editors do it."""
        area = self.area(uri, needle)
        about = [d for d in await self.diagnostics(uri) if d.range == area] if self.pulls else []
        kinds: Any = only
        context = types.CodeActionContext(diagnostics=about, only=kinds)
        params = types.CodeActionParams(
            text_document=types.TextDocumentIdentifier(uri=uri), range=area, context=context
        )
        found = await self.client.text_document_code_action_async(params) or []
        assert all(isinstance(a, types.CodeAction) for a in found)
        return [a for a in found if isinstance(a, types.CodeAction)]

    async def take(self, action: types.CodeAction) -> None:
        """Chooses an action: resolves it if the change is still to come, then applies it."""
        if action.edit is None:
            action = await self.client.code_action_resolve_async(action)
        assert action.edit is not None
        self.apply(action.edit)

    def apply(self, edit: types.WorkspaceEdit) -> None:
        for change in edit.document_changes or ():
            if isinstance(change, types.CreateFile):
                self.texts[change.uri] = ""
            elif isinstance(change, types.TextDocumentEdit):
                assert change.text_document.version in (None, self.versions.get(change.text_document.uri))
                self._edit(change.text_document.uri, list(change.edits))
        for uri, edits in (edit.changes or {}).items():
            self._edit(uri, list(edits))

    def _edit(self, uri: str, edits: list[Any]) -> None:
        lines = LineIndex(self.texts[uri])
        converted = [TextEdit(self.codec.span(lines, e.range), e.new_text) for e in edits]
        after = apply(self.texts[uri], converted)
        if uri in self.versions:
            self.replace(uri, Span(0, len(self.texts[uri])), after)
        self.texts[uri] = after

    async def command(self, name: str, *arguments: Any) -> Any:
        params = types.ExecuteCommandParams(command=name, arguments=list(arguments))
        return await self.client.workspace_execute_command_async(params)


@asynccontextmanager
async def editing(
    folder: Path,
    editor: str = VSCODE,
    locale: str | None = "en",
    settings: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    declared: types.ClientCapabilities | None = None,
) -> AsyncIterator[Editor]:
    """A server with an editor in front of it; the target is the CPU unless ``settings`` say otherwise."""
    client = client_for_tests()
    configured = {"target": "cpu", "mindsporeVersion": "2.10.0", **(settings or {})}
    client.set_configuration({"mindport": configured})
    told: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
    # The library keeps only the last diagnostics of a document; here they are waited for.
    client.protocol.fm.features.pop(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)

    def hear(params: types.PublishDiagnosticsParams) -> None:
        told.put_nowait(params)

    client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(hear)

    def apply_edit(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        window.apply(params.edit)
        return types.ApplyWorkspaceEditResult(applied=True)

    client.feature(types.WORKSPACE_APPLY_EDIT)(apply_edit)
    client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda params: None)
    await client.start_io(sys.executable, "-m", "mindport", "lsp", "--stdio")
    try:
        result = await client.initialize_session(
            types.InitializeParams(
                capabilities=declared or capabilities(editor),
                locale=locale,
                root_uri=uri_of(folder),
                workspace_folders=[types.WorkspaceFolder(uri=uri_of(folder), name=folder.name)],
                initialization_options={"settings": configured, **(options or {})},
            )
        )
        window = Editor(client, folder, result)
        window.published = told
        yield window
        await asyncio.wait_for(client.shutdown_session(), PATIENCE)
    finally:
        if client._server is not None and client._server.returncode is None:
            client._server.kill()
        await client.stop()


__all__ = ["EDITORS", "VSCODE", "Editor", "LanguageClient", "capabilities", "editing"]
