"""What this environment has: Python, the frameworks, the mapping rows. Frameworks are tried in a process of their own."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata

from mindport import own_process
from mindport.mapping import index
from mindport.semantics import torch_names

FRAMEWORKS = ("torch", "mindspore")
TESTED = {"torch": torch_names.VERSION, "mindspore": "2.10.0"}
_SECONDS = 120.0


@dataclass(frozen=True)
class Framework:
    """A framework as found. ``version`` is ``None`` when it is not installed, ``reason`` says why it does not work."""

    name: str
    version: str | None
    devices: tuple[str, ...] = ()
    reason: str | None = None

    @property
    def works(self) -> bool:
        return self.version is not None and self.reason is None and bool(self.devices)

    @property
    def tested(self) -> bool:
        """Whether this is the version that MindPort was tested with (a local build's suffix does not matter)."""
        return self.version is not None and self.version.partition("+")[0] == TESTED[self.name]


@dataclass(frozen=True)
class Environment:
    python: str
    executable: str
    rows: int | None
    rows_reason: str | None
    frameworks: tuple[Framework, ...]

    @property
    def python_fits(self) -> bool:
        return (3, 10) <= tuple(int(part) for part in self.python.split(".")[:2]) < (3, 13)

    @property
    def can_scan(self) -> bool:
        return self.python_fits and bool(self.rows)

    @property
    def can_verify(self) -> bool:
        return self.can_scan and all(framework.works for framework in self.frameworks)


def inspect(say_timeout: Callable[[float], str], seconds: float = _SECONDS) -> Environment:
    """Looks at everything. Effect: starts one process for each installed framework."""
    rows, reason = _rows()
    found = tuple(probe(name, say_timeout, seconds) for name in FRAMEWORKS)
    return Environment(platform.python_version(), sys.executable, rows, reason, found)


def probe(name: str, say_timeout: Callable[[float], str], seconds: float = _SECONDS) -> Framework:
    """Tries a framework in a process of its own, which may crash or hang without harm."""
    try:
        installed = metadata.version(name)
    except metadata.PackageNotFoundError:
        return Framework(name, None)
    command = [*own_process.command("mindport.worker.probe"), name]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return Framework(name, installed, reason=say_timeout(seconds))
    lines = done.stdout.strip().splitlines()
    if done.returncode != 0 or not lines:
        errors = done.stderr.strip().splitlines()
        return Framework(name, installed, reason=errors[-1] if errors else f"exit status {done.returncode}")
    answer = json.loads(lines[-1])
    return Framework(name, answer["version"], tuple(answer["devices"]))


def _rows() -> tuple[int | None, str | None]:
    try:
        return len(list(index.load().names())), None
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"
