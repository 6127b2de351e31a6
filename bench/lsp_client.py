"""A small client of the Language Server Protocol over a child's standard streams, with little cost of its own.

A thread reads; every message is stamped when its last byte has come, before it is parsed. Nothing sleeps or polls.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

PATIENCE = 120.0


class ServerFailed(Exception):
    """The server died, was silent for too long, or answered with an error."""


@dataclass(frozen=True)
class Received:
    """A message and when it was there (``time.perf_counter``)."""

    message: dict[str, Any]
    at: float


class Client:
    """One server and the one document that is open in it. ``started`` is when the server was spawned."""

    def __init__(self, command: Sequence[str], folder: Path, env: Mapping[str, str], errors: IO[bytes] | int) -> None:
        self._queue: queue.SimpleQueue[Received | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._ids = 0
        self._folder = folder
        self._version = 0
        self.pulls = False
        self.started = time.perf_counter()
        self._process = subprocess.Popen(
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, cwd=folder, env=dict(env)
        )
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    # -- a session -------------------------------------------------------------------------------------------------

    def initialize(self, pull: bool) -> float:
        """Introduces a client that asks for diagnostics (``pull``) or has them sent; returns when the answer came."""
        self.pulls = pull
        documents: dict[str, Any] = {
            "synchronization": {},
            "publishDiagnostics": {"versionSupport": True},
            "hover": {"contentFormat": ["markdown", "plaintext"]},
        }
        if pull:
            documents["diagnostic"] = {"relatedDocumentSupport": False}
        answer = self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "locale": "en",
                "rootUri": self._folder.as_uri(),
                "workspaceFolders": [{"uri": self._folder.as_uri(), "name": "bench"}],
                "capabilities": {
                    "workspace": {"configuration": True, "workspaceFolders": True},
                    "textDocument": documents,
                    "general": {"positionEncodings": ["utf-16"]},
                },
            },
        )
        self.notify("initialized", {})
        return answer.at

    def open(self, path: Path, text: str) -> None:
        self.uri = path.as_uri()
        self._version = 1
        item = {"uri": self.uri, "languageId": "python", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, line: int, start: int, end: int, text: str) -> None:
        """Replaces columns ``start`` to ``end`` of a line (zero-based, UTF-16)."""
        self._version += 1
        span = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
        document = {"uri": self.uri, "version": self._version}
        changes = [{"range": span, "text": text}]
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def diagnostics(self) -> tuple[float, int]:
        """Waits for the diagnostics of the newest version: when they came, and how many."""
        if self.pulls:
            answer = self.request("textDocument/diagnostic", {"textDocument": {"uri": self.uri}})
            return answer.at, len(answer.message["result"].get("items", ()))
        while True:
            received = self._next()
            params = received.message.get("params") or {}
            fresh = params.get("version") in (None, self._version) and params.get("uri") == self.uri
            if received.message.get("method") == "textDocument/publishDiagnostics" and fresh:
                return received.at, len(params["diagnostics"])

    def hover(self, line: int, column: int) -> tuple[float, bool]:
        """When the answer came, and whether it says anything."""
        position = {"line": line, "character": column}
        answer = self.request("textDocument/hover", {"textDocument": {"uri": self.uri}, "position": position})
        return answer.at, bool(answer.message.get("result"))

    def close(self) -> None:
        """Ends the session in order; a server that does not leave is killed."""
        try:
            self.request("shutdown", None)
            self.notify("exit", None)
            self._process.wait(10)
        except (ServerFailed, OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    # -- messages --------------------------------------------------------------------------------------------------

    def request(self, method: str, params: object) -> Received:
        return self.answer(self.ask(method, params))

    def ask(self, method: str, params: object) -> int:
        """Sends a request and returns its number at once."""
        self._ids += 1
        self._send({"jsonrpc": "2.0", "id": self._ids, "method": method, "params": params})
        return self._ids

    def answer(self, number: int) -> Received:
        """Waits for the answer to a request."""
        while True:
            received = self._next()
            if received.message.get("id") == number and "method" not in received.message:
                if "error" in received.message:
                    raise ServerFailed(str(received.message["error"]))
                return received

    def notify(self, method: str, params: object) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def _next(self) -> Received:
        try:
            received = self._queue.get(timeout=PATIENCE)
        except queue.Empty:
            raise ServerFailed(f"silent for {PATIENCE:.0f} s") from None
        if received is None:
            raise ServerFailed(f"left with status {self._process.wait()}")
        return received

    def _send(self, message: object) -> None:
        body = json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()
        assert self._process.stdin is not None
        with self._lock:
            self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self._process.stdin.flush()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        try:
            while (length := _length(stream)) is not None:
                body = stream.read(length)
                at = time.perf_counter()
                message = json.loads(body)
                if "id" in message and "method" in message:
                    self._serve(message)
                else:
                    self._queue.put(Received(message, at))
        except (OSError, ValueError):
            pass  # the stream is closed under the reader when a session ends
        self._queue.put(None)

    def _serve(self, message: dict[str, Any]) -> None:
        """Answers what a server asks: no settings of its own, everything else is fine."""
        result = None
        if message["method"] == "workspace/configuration":
            result = [None for _ in message["params"]["items"]]
        self._send({"jsonrpc": "2.0", "id": message["id"], "result": result})


def _length(stream: IO[bytes]) -> int | None:
    """Reads the headers of a message; None at the end of the stream."""
    length = None
    while (line := stream.readline()) not in (b"\r\n", b""):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return length if line else None
