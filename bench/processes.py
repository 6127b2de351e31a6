"""Tools as processes: how each is started, what a run of it costs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[1]
MB = 1 << 20


def environment() -> dict[str, str]:
    """The environment of every tool: this checkout's package, none of the caller's settings."""
    # Of Python's own settings above all the one that keeps compiled modules from being stored: no user starts so.
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MINDPORT", "RUFF", "PYTHON"))}
    return {**env, "PYTHONPATH": str(ROOT / "server"), "PYTHONUTF8": "1"}


def mindport(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "mindport", *arguments]


def installed(name: str) -> str | None:
    """A program that stands beside this Python, else one on the path."""
    return shutil.which(name, path=sysconfig.get_path("scripts")) or shutil.which(name)


@dataclass(frozen=True)
class Cost:
    """Seconds of one run; ``cpu`` is that of the process and all its children."""

    wall: float
    cpu: float


def run(command: Sequence[str], expected: Sequence[int] = (0,)) -> Cost:
    """Runs a command to its end; raises ``RuntimeError`` with its last words if it fails."""
    before = children_cpu()
    start = time.perf_counter()
    done = subprocess.run(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    wall = time.perf_counter() - start
    if done.returncode not in expected:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.decode(errors='replace')[-500:]}")
    return Cost(wall, children_cpu() - before)


def peak_of_run(command: Sequence[str]) -> float:
    """The most memory, in MB, that a run and its children held at the same time, by looking often. Not for timing."""
    process = psutil.Popen(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    most = 0
    while True:
        try:
            process.wait(0.02)
            return most / MB
        except psutil.TimeoutExpired:
            most = max(most, sum(_resident(member) for member in (process, *process.children(recursive=True))))


def peak_so_far(pid: int) -> float:
    """The most memory, in MB, that a running process has held; what it holds now where the system does not tell."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
        return float(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024
    except (OSError, StopIteration):
        return float(psutil.Process(pid).memory_info().rss) / MB


def held_now(pid: int) -> float:
    """The memory, in MB, that a running process holds."""
    return float(psutil.Process(pid).memory_info().rss) / MB


def cpu_so_far(pid: int) -> float:
    """Processor seconds of a running process."""
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


def versions() -> Mapping[str, str]:
    """Versions of everything measured."""
    from importlib import metadata

    names = ("mindport", "pygls", "lsprotocol", "jedi-language-server", "jedi", "ruff")
    found = {}
    for name in names:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def _resident(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0


def children_cpu() -> float:
    """Processor seconds of all children that have ended."""
    times = os.times()
    return times.children_user + times.children_system
