"""One server with one window for all tests that need no more than a document of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from lsp_editor import Editor, editing
from lsprotocol import types


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    async with editing(tmp_path_factory.mktemp("window")) as editor:
        yield editor


@pytest_asyncio.fixture(loop_scope="session")
async def window(server: Editor) -> AsyncIterator[Editor]:
    """The window without a document; what a test opens is closed after it."""
    yield server
    for uri in server.versions:
        identifier = types.TextDocumentIdentifier(uri=uri)
        server.client.text_document_did_close(types.DidCloseTextDocumentParams(text_document=identifier))
    server.versions.clear()
    server.texts.clear()
