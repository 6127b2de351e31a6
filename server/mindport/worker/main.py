"""A worker process: ``main.py --framework torch|mindspore``. Reads requests, answers on a wire of its own.

The wire is a duplicate of the original standard output; user code that prints ends up on standard error, and user code
that reads standard input finds it empty.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.util
import os
import queue
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

if __package__ in (None, ""):  # run by path: the interpreter may have no MindPort, or another one
    _here = Path(__file__).resolve().parent
    with contextlib.suppress(ValueError):
        sys.path.remove(str(_here))
    _spec = importlib.util.spec_from_file_location(
        "mindport_worker", _here / "__init__.py", submodule_search_locations=[str(_here)]
    )
    assert _spec is not None and _spec.loader is not None
    _package = importlib.util.module_from_spec(_spec)
    sys.modules["mindport_worker"] = _package
    _spec.loader.exec_module(_package)
    __package__ = "mindport_worker"

from . import protocol

Method = Callable[[dict[str, Any]], dict[str, Any]]


def main(arguments: list[str] | None = None) -> int:
    """Serve until the other side closes its end. Effect: imports the framework, runs user code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--framework", choices=("torch", "mindspore"), required=True)
    parser.add_argument("--device", default="cpu")
    options = parser.parse_args(arguments)
    wire, requests = _take_wire()
    where = "import"
    try:
        methods, versions = _backend(options.framework, options.device)
    except BaseException as error:  # whatever importing a framework does, the other side must hear of it
        problem = protocol.describe(error, where)
        if isinstance(error, ImportError):
            problem = protocol.Failure(protocol.Kind.MISSING, problem.message, where, problem.type, problem.trace)
        _send(wire, {"event": "failed", "error": problem.to_json()})
        return 1
    _send(wire, {"event": "ready", "versions": versions})
    while (request := requests.get()) is not None:
        _send(wire, {"id": request.get("id"), **_answer(methods, request)})
    return 0


def _backend(framework: str, device: str) -> tuple[dict[str, Method], dict[str, str]]:
    backend = importlib.import_module(f".{framework}_backend", __package__).Backend(device)
    return backend.methods(), {"python": sys.version.split()[0], **backend.versions()}


def _answer(methods: dict[str, Method], request: dict[str, Any]) -> dict[str, object]:
    method = methods.get(str(request.get("method")))
    if method is None:
        problem = protocol.Failure(protocol.Kind.ERROR, f"no method {request.get('method')!r}")
        return {"error": problem.to_json()}
    try:
        result = method(request.get("params") or {})
        return result if isinstance(result.get("error"), dict) else {"result": result}
    except BaseException as error:  # SystemExit and KeyboardInterrupt of user code end here too
        return {"error": protocol.describe(error, getattr(error, "mindport_stage", "")).to_json()}


def _take_wire() -> tuple[int, queue.SimpleQueue[dict[str, Any] | None]]:
    """Move the wire off the standard streams. Effect: starts a thread that ends the process when the other side goes."""
    out = os.dup(1)
    os.dup2(2, 1)
    source = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    requests: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()

    def read() -> None:
        pending = b""
        while chunk := os.read(source, 1 << 16):
            *lines, pending = (pending + chunk).split(b"\n")
            for line in lines:
                message = protocol.decode(line)
                if message is not None:
                    requests.put(message)
        os._exit(0)  # also from within user code that never returns

    threading.Thread(target=read, daemon=True).start()
    return out, requests


def _send(wire: int, message: dict[str, object]) -> None:
    data = protocol.encode(message)
    while data:
        data = data[os.write(wire, data) :]


if __name__ == "__main__":
    code = main()
    sys.stderr.flush()
    os._exit(code)  # frameworks may crash while they are torn down; nothing here needs it
