"""A child process that runs one framework, and everything that may happen to it. Effect: processes, clock, files."""

from __future__ import annotations

import contextlib
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

import mindport
from mindport.worker import protocol
from mindport.worker.protocol import Failure, Kind

WORKER = Path(mindport.__file__).parent / "worker" / "main.py"
_LOOK = 0.25  # seconds between looks at the child's memory and the caller's wish to stop
_TAIL = 2000


class State(str, Enum):
    STARTING = "starting"
    READY = "ready"
    BUSY = "busy"
    CRASHED = "crashed"
    STOPPED = "stopped"


@dataclass(frozen=True)
class Limits:
    """Seconds for the import of a framework and for one request, megabytes of memory, threads."""

    start: float = 120.0
    request: float = 180.0
    memory: int | None = None  # None: three quarters of what the machine has
    threads: int = 1


class ChildError(Exception):
    """A child that failed, died or was ended; carries what is known of it."""

    def __init__(self, framework: str, failure: Failure) -> None:
        super().__init__(failure.message)
        self.framework = framework
        self.failure = failure


class Cancelled(Exception):
    """The caller no longer wants the answer."""


@dataclass
class Child:
    """One worker process. A request is answered, or raises ``ChildError``; after a crash the child is gone."""

    framework: str
    command: Sequence[str]
    limits: Limits
    directory: Path
    cancelled: Callable[[], bool] = lambda: False
    state: State = State.STARTING
    versions: dict[str, str] = field(default_factory=dict)
    _process: subprocess.Popen[bytes] | None = None
    _messages: queue.SimpleQueue[dict[str, Any] | None] = field(default_factory=queue.SimpleQueue)
    _next: int = 0

    def start(self) -> None:
        """Start the process; ``ready`` waits for it. Effect: starts a process group."""
        self.directory.mkdir(parents=True, exist_ok=True)
        try:
            with self._log.open("wb") as log:
                self._process = subprocess.Popen(
                    self.command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    env=environment(self.limits.threads),
                    **_own_group(),
                )
        except OSError as error:
            self.state = State.CRASHED
            raise ChildError(self.framework, Failure(Kind.MISSING, f"{self.command[0]}: {error.strerror}")) from error
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()

    def ready(self) -> dict[str, str]:
        """Wait until the framework is imported; its versions."""
        if self.state is State.STARTING:
            message = self._wait(self.limits.start, "import")
            if message.get("event") != "ready":
                self.stop()
                raise ChildError(self.framework, protocol.failure(message.get("error")))
            self.versions = {str(k): str(v) for k, v in dict(message.get("versions") or {}).items()}
            self.state = State.READY
        return self.versions

    def send(self, method: str, params: Mapping[str, object]) -> None:
        """Ask for something; ``answer`` waits for it."""
        self._next += 1
        process = self._process
        try:
            if process is None or process.stdin is None:
                raise BrokenPipeError
            process.stdin.write(protocol.encode({"id": self._next, "method": method, "params": dict(params)}))
            process.stdin.flush()
        except OSError:
            raise self._crashed("") from None

    def answer(self, limit: float | None = None) -> dict[str, Any]:
        """The answer to the last request."""
        self.ready()
        self.state = State.BUSY
        while True:
            message = self._wait(self.limits.request if limit is None else limit, "")
            if message.get("id") == self._next:
                break
        self.state = State.READY
        if "result" in message and isinstance(message["result"], dict):
            return message["result"]
        raise ChildError(self.framework, protocol.failure(message.get("error")))

    def call(self, method: str, params: Mapping[str, object], limit: float | None = None) -> dict[str, Any]:
        """Ask and wait."""
        self.ready()
        self.send(method, params)
        return self.answer(limit)

    def stop(self) -> None:
        """End the process and all that it started. Effect: kills the process group."""
        if self.state is not State.CRASHED:
            self.state = State.STOPPED
        process = self._process
        if process is None:
            return
        _kill(process)
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError, ValueError):
                    stream.close()

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    @property
    def _log(self) -> Path:
        return self.directory / f"{self.framework}.log"

    def _listen(self, stream: Any) -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in stream:
                message = protocol.decode(line)
                if message is not None:  # anything else is noise
                    self._messages.put(message)
        self._messages.put(None)

    def _wait(self, limit: float, where: str) -> dict[str, Any]:
        end = time.monotonic() + limit
        most = self.limits.memory or _three_quarters()
        while True:
            left = end - time.monotonic()
            try:
                message = self._messages.get(timeout=max(0.0, min(_LOOK, left)))
            except queue.Empty:
                if self.cancelled():
                    self._end()
                    raise Cancelled from None
                if left <= 0:
                    self._end()
                    text = f"no answer within {limit:g} s"
                    raise ChildError(self.framework, Failure(Kind.TIMEOUT, text, where)) from None
                used = _resident(self.pid)
                if used is not None and used > most:
                    self._end()
                    text = f"{used} MB of memory used, {most} MB allowed"
                    raise ChildError(self.framework, Failure(Kind.MEMORY, text, where)) from None
                continue
            if message is None:
                raise self._crashed(where)
            return message

    def _end(self) -> None:
        self.state = State.CRASHED
        self.stop()

    def _crashed(self, where: str) -> ChildError:
        process = self._process
        code = None
        if process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = process.wait(timeout=5)
        self._end()
        text = how_it_ended(code)
        with contextlib.suppress(OSError):
            tail = self._log.read_text(encoding="utf-8", errors="replace")[-_TAIL:].strip()
            return ChildError(self.framework, Failure(Kind.CRASH, text, where, "", tail))
        return ChildError(self.framework, Failure(Kind.CRASH, text, where))


def how_it_ended(code: int | None) -> str:
    """An exit status in words."""
    if code is None:
        return "the process closed its connection"
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"the process was ended by {signal.Signals(-code).name}"
    return f"the process ended with status {code}"


def environment(threads: int) -> dict[str, str]:
    """The environment of a worker: few threads, quiet, nothing written beside the user's sources."""
    count = str(threads)
    return {
        # What TorchScript has compiled takes no hooks and hides its methods' parameters.
        "PYTORCH_JIT": "0",
        **os.environ,
        "OMP_NUM_THREADS": count,
        "MKL_NUM_THREADS": count,
        "OPENBLAS_NUM_THREADS": count,
        "GLOG_v": "3",
        "TORCHDYNAMO_DISABLE": "1",  # what is compared is what a model computes; compiling takes minutes and a C++ compiler
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONIOENCODING": "utf-8",
    }


def worker_command(framework: str, interpreter: str | None, device: str = "cpu") -> list[str]:
    """How a worker is started by an interpreter, MindPort's own by default."""
    return [interpreter or sys.executable, "-u", str(WORKER), "--framework", framework, "--device", device]


@contextlib.contextmanager
def children(
    commands: Mapping[str, Sequence[str]], limits: Limits, cancelled: Callable[[], bool] = lambda: False
) -> Iterator[tuple[dict[str, Child], Path]]:
    """Start one child per framework, all at once, with a private directory for arrays; end them afterwards."""
    directory = Path(tempfile.mkdtemp(prefix="mindport-"))
    started = {name: Child(name, command, limits, directory / name, cancelled) for name, command in commands.items()}
    try:
        for child in started.values():
            child.start()
        yield started, directory
    finally:
        for child in started.values():
            child.stop()
        shutil.rmtree(directory, ignore_errors=True)


def _own_group() -> dict[str, Any]:
    if os.name == "nt":
        return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    return {"start_new_session": True}


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "nt":
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False)
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=10)


def _resident(pid: int | None) -> int | None:
    """Megabytes that a process keeps in memory, None where that cannot be told."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") // (1 << 20)


def _three_quarters() -> int:
    try:
        return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 0.75) >> 20
    except (AttributeError, OSError, ValueError):
        return 1 << 40
