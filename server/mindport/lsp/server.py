"""The language server: its features put together, and the two ways to serve it."""

from __future__ import annotations

import gc
import importlib
import logging
import os
import sys
import typing

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from mindport import __version__
from mindport.lsp import heap
from mindport.lsp.protocol import Protocol
from mindport.lsp.session import Session

_FEATURES = (
    "lifecycle",
    "documents",
    "notebooks",
    "diagnostic",
    "hover",
    "code_action",
    "code_lens",
    "command",
    "verification",
)


class Server(LanguageServer):
    """A connection's server; ``session`` is what its handlers work on."""

    def __init__(self) -> None:
        super().__init__("mindport", __version__, protocol_cls=Protocol, notebook_document_sync=_notebooks())
        self.session = Session()

    def report_server_error(self, error: Exception, source: object) -> None:
        """Errors outside of a request go to the log: a pop-up for each would only disturb."""
        if isinstance(error, JsonRpcException):  # the user has been told; there is no fault to look for
            logging.getLogger(__name__).info("%s", error)
            return
        logging.getLogger(__name__).error("%s", error, exc_info=error)


def _notebooks() -> types.NotebookDocumentSyncOptions:
    """Which notebooks the client tells of: the cells with Python of Jupyter's."""
    python = types.NotebookCellLanguage(language="python")
    jupyter = types.NotebookDocumentFilterWithNotebook(notebook="jupyter-notebook", cells=[python])
    return types.NotebookDocumentSyncOptions(notebook_selector=[jupyter])


def build() -> Server:
    """A server with all features."""
    server = Server()
    for name in _FEATURES:
        importlib.import_module(f"mindport.lsp.features.{name}").register(server)
    return server


def serve_stdio() -> None:
    """Serves the client at standard input and output until it leaves."""
    _log_to_stderr()
    heap.share()
    server = build()
    _relax_collector()
    wire_in, wire_out = sys.stdin.buffer, sys.stdout.buffer
    # What anything prints must not reach the client as part of a message.
    sys.stdout = sys.stderr
    server.start_io(wire_in, wire_out)


def serve_tcp(host: str, port: int) -> None:
    """Serves the one client that connects to the address, until it leaves."""
    _log_to_stderr()
    heap.share()
    server = build()
    _relax_collector()
    # When the client leaves, the library ends the process from inside a task, which asyncio would report as a fault.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    server.start_tcp(host, port)


def _log_to_stderr() -> None:
    logging.basicConfig(
        level=os.environ.get("MINDPORT_LOG", "WARNING").upper(),
        format="%(levelname)s %(name)s: %(message)s",
        stream=sys.stderr,
    )
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_fault)


def _is_fault(record: logging.LogRecord) -> bool:
    """Whether something has gone wrong: a request that was refused or cancelled was answered in words."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, JsonRpcException)


def _relax_collector() -> None:
    """Frees what nobody will ask for, spares the garbage collector what stays for good, and has it look less often: an analysis
    makes trees, and looking through them again and again takes a third of its time."""
    if hasattr(typing, "clear_overloads"):  # since 3.11, each is kept for who may ask for it; here nobody does
        typing.clear_overloads()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 5, 4)
