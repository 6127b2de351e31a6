"""The library's protocol with three changes: documents are kept by ``documents``, running commands can be cancelled, and
answers may be ready-made JSON."""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
from collections.abc import Generator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInternalError, JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol, lsp_method

_log = logging.getLogger(__name__)

progress_token: ContextVar[types.ProgressToken | None] = ContextVar("progress_token", default=None)
"""The token under which the client wants to see the progress of the running command."""


@dataclass(frozen=True)
class Ready:
    """JSON text, all ASCII, in pieces, in place of the library's types: these, and making text of them, take longer than all
    else where there is much of it, and many times the memory of the text."""

    pieces: Sequence[str]

    @classmethod
    def of(cls, body: Mapping[str, object]) -> Ready:
        return cls((json.dumps(body),))


class Protocol(LanguageServerProtocol):
    """Handlers of the server are registered as with the library; these built-in ones come before them."""

    def notify(self, method: str, params: Any | None = None) -> None:
        if isinstance(params, Ready):
            self._send_pieces("method", method, "params", params)
        else:
            super().notify(method, params)

    def _send_response(self, msg_id: Any, result: Any | None = None, error: Any = None) -> None:
        if isinstance(result, Ready) and error is None:
            self._result_types.pop(msg_id, None)
            self._send_pieces("id", msg_id, "result", result)
        else:
            super()._send_response(msg_id, result, error)

    def _send_pieces(self, key: str, value: str | int, name: str, ready: Ready) -> None:
        if self.writer is None:
            _log.error("no client to send to")
            return
        begin = f'{{"jsonrpc": "{self.VERSION}", "{key}": {json.dumps(value)}, "{name}": '
        length = len(begin) + sum(map(len, ready.pieces)) + 1
        header = f"Content-Length: {length}\r\nContent-Type: {self.CONTENT_TYPE}; charset={self.CHARSET}\r\n\r\n"
        head = header if self._include_headers else ""
        try:
            written = self.writer.write("".join((head, begin, *ready.pieces, "}")).encode("ascii"))
            if inspect.isawaitable(written):
                self._writing = asyncio.ensure_future(written)
        except BrokenPipeError:
            raise
        except Exception as error:
            self._server._report_server_error(error, JsonRpcInternalError)

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> Generator[Any, Any, None]:
        yield self.fm.features[types.TEXT_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Generator[Any, Any, None]:
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> Generator[Any, Any, None]:
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CLOSE], (params,), None

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def lsp_notebook_document__did_open(self, params: types.DidOpenNotebookDocumentParams) -> Generator[Any, Any, None]:
        yield self.fm.features[types.NOTEBOOK_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def lsp_notebook_document__did_change(
        self, params: types.DidChangeNotebookDocumentParams
    ) -> Generator[Any, Any, None]:
        yield self.fm.features[types.NOTEBOOK_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def lsp_notebook_document__did_close(
        self, params: types.DidCloseNotebookDocumentParams
    ) -> Generator[Any, Any, None]:
        yield self.fm.features[types.NOTEBOOK_DOCUMENT_DID_CLOSE], (params,), None

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(self, params: types.ExecuteCommandParams) -> Any:  # type: ignore[override]
        handler = self.fm.commands.get(params.command)
        if handler is None:
            raise JsonRpcInvalidParams.of(ValueError(f"unknown command {params.command!r}"))
        progress_token.set(params.work_done_token)
        result = handler(list(params.arguments or ()))
        return await result if inspect.isawaitable(result) else result
