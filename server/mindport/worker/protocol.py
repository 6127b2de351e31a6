"""The wire between MindPort and a worker: JSON Lines. Only the standard library, the sole module that both sides share.

A worker first sends ``{"event": "ready", …}``. Then every request ``{"id", "method", "params"}`` gets one reply, either
``{"id", "result"}`` or ``{"id", "error": {kind, where, type, message, trace}}``. Arrays travel as ``.npz`` files in a
private directory that both sides know.
"""

from __future__ import annotations

import json
import os
import traceback
from collections.abc import Mapping
from dataclasses import dataclass

MAX_MESSAGE = 4000
"""Longest message and trace that travel; frameworks are fond of long ones."""


class Kind:
    """What went wrong in a worker."""

    MISSING = "missing"  # the framework cannot be imported
    BAD_INPUT = "bad_input"  # the inputs do not fit the model
    BAD_BUILD = "bad_build"  # the build expression gives something that cannot be run
    BAD_FILE = "bad_file"  # a file that cannot be read or written
    DEVICE = "unsupported_device"
    MEMORY = "out_of_memory"
    EXIT = "exit"  # user code called sys.exit
    CRASH = "crashed"  # a forked check died
    TIMEOUT = "timed_out"  # a forked check took too long
    ERROR = "error"


@dataclass(frozen=True)
class Failure:
    """An error as it travels; ``where`` is ``import``, ``build``, ``load``, ``forward``, ``backward`` or ``""``."""

    kind: str
    message: str
    where: str = ""
    type: str = ""
    trace: str = ""

    def to_json(self) -> dict[str, str]:
        return dict(vars(self))


def failure(value: object) -> Failure:
    """The failure in a decoded reply; whatever is missing or of another type reads as empty."""
    fields = value if isinstance(value, Mapping) else {}
    texts = {name: str(fields.get(name, "")) for name in ("kind", "message", "where", "type", "trace")}
    return Failure(**{**texts, "kind": texts["kind"] or Kind.ERROR})


class WorkerError(Exception):
    """An error with a kind that the worker knows."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def describe(error: BaseException, where: str = "") -> Failure:
    """What to tell of an exception: the first paragraph of its message, and a trace of the user's own frames."""
    name = type(error).__name__
    message = str(error).strip() or name
    kind = _kind(error, message)
    if isinstance(error, WorkerError):
        return Failure(kind, _shortened(message), where)
    trace = "".join(traceback.format_list(_user_frames(error)))
    return Failure(kind, _shortened(message.partition("\n\n---")[0].strip()), where, name, _shortened(trace))


def _kind(error: BaseException, message: str) -> str:
    if isinstance(error, WorkerError):
        return error.kind
    if isinstance(error, SystemExit):
        return Kind.EXIT
    if isinstance(error, MemoryError) or "can't allocate memory" in message or "not enough memory" in message.lower():
        return Kind.MEMORY
    if "unregistered" in message or "not supported on this device" in message:
        return Kind.DEVICE
    return Kind.ERROR


def _user_frames(error: BaseException) -> list[traceback.FrameSummary]:
    """The frames that are neither the worker's nor an installed package's, and the last one in any case."""
    here = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - called on the way out of any trouble
    frames = list(traceback.extract_tb(error.__traceback__))
    own = [f for f in frames if not f.filename.startswith(here) and "site-packages" not in f.filename]
    return own if not frames or frames[-1] in own else [*own, frames[-1]]


def _shortened(text: str) -> str:
    if len(text) <= MAX_MESSAGE:
        return text
    return text[: MAX_MESSAGE // 2] + "\n…\n" + text[-MAX_MESSAGE // 2 :]


def encode(message: Mapping[str, object]) -> bytes:
    """One line of the wire."""
    return json.dumps(message, ensure_ascii=True).encode("ascii") + b"\n"


def decode(line: bytes) -> dict[str, object] | None:
    """The message of a line, None for anything that is not one."""
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
