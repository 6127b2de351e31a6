"""One server and one window for each editor, for all tests that need no more than a document of their own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio
from lsp_editor import PATIENCE, VSCODE, Editor, editing
from lsprotocol import types


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def open_windows() -> AsyncIterator[tuple[AsyncExitStack, dict[str, Editor]]]:
    async with AsyncExitStack() as stack:
        yield stack, {}


@pytest_asyncio.fixture(loop_scope="session")
async def window(
    request: pytest.FixtureRequest,
    open_windows: tuple[AsyncExitStack, dict[str, Editor]],
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[Editor]:
    """A window without a document; what a test opens is closed after it. The parameter is the editor's name."""
    name = getattr(request, "param", VSCODE)
    stack, known = open_windows
    if name not in known:
        known[name] = await stack.enter_async_context(editing(tmp_path_factory.mktemp("window"), name))
    editor = known[name]
    yield editor
    for notebook in set(editor.notebooks.values()):
        editor.close_notebook(notebook)
    for uri in editor.versions:
        identifier = types.TextDocumentIdentifier(uri=uri)
        editor.client.text_document_did_close(types.DidCloseTextDocumentParams(text_document=identifier))
        while not editor.pulls:  # until the diagnostics are taken away
            told = await asyncio.wait_for(editor.published.get(), PATIENCE)
            if told.uri == uri and not told.diagnostics:
                break
    editor.versions.clear()
    editor.texts.clear()
