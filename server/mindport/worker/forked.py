"""Runs one check in a forked child, so that whatever it does to the process is gone with it."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

from . import protocol

Method = Callable[[dict[str, Any]], dict[str, Any]]

# macOS has fork, but its system libraries do not survive it.
AVAILABLE = hasattr(os, "fork") and sys.platform != "darwin"


def forked(method: Method) -> Method:
    """The method, run in a child with a limit of ``params["limit"]`` seconds; unchanged where there are no forks."""
    if not AVAILABLE:
        return method

    def run(params: dict[str, Any]) -> dict[str, Any]:
        limit = float(params.get("limit", 60))
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            _child(method, params, writing, limit)
        os.close(writing)
        try:
            data = _read(reading, limit)
        finally:
            os.close(reading)
        if data is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            raise protocol.WorkerError(protocol.Kind.TIMEOUT, f"no answer within {limit:g} s")
        _, status = os.waitpid(pid, 0)
        message = protocol.decode(data)
        if message is None:
            raise protocol.WorkerError(protocol.Kind.CRASH, _how(status))
        result = message.get("result")
        return result if isinstance(result, dict) else message

    return run


def _child(method: Method, params: dict[str, Any], writing: int, limit: float) -> None:
    try:
        signal.alarm(int(limit) + 5)  # ends this child even when the worker is gone
        try:
            message: dict[str, object] = {"result": method(params)}
        except BaseException as error:  # whatever it is, the answer says so
            message = {"error": protocol.describe(error, getattr(error, "mindport_stage", "")).to_json()}
        data = protocol.encode(message)
        while data:
            data = data[os.write(writing, data) :]
    finally:
        os._exit(0)


def _read(descriptor: int, limit: float) -> bytes | None:
    """Everything until the end, None when the time is over first."""
    end = time.monotonic() + limit
    data = b""
    while True:
        left = end - time.monotonic()
        if left <= 0 or not select.select([descriptor], [], [], left)[0]:
            return None
        chunk = os.read(descriptor, 1 << 16)
        if not chunk:
            return data
        data += chunk


def _how(status: int) -> str:
    if os.WIFSIGNALED(status):
        return f"ended by {signal.Signals(os.WTERMSIG(status)).name}"
    return f"ended with status {os.WEXITSTATUS(status)}"
