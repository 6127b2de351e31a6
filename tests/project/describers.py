"""What the processes of a scan do in tests. They import this module, so it imports little."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

from mindport.project.rounds import Done, Task
from mindport.project.walk import ProjectFile


def describer() -> Callable[[Task], Done[str]]:
    return _describe


def _describe(task: Task) -> Done[str]:
    if task.file.relative.startswith("deadly"):
        os.kill(os.getpid(), signal.SIGKILL)
    return Done(task, f"{task.file.relative} by {os.getpid()}", None)


def none() -> Callable[[Task], Done[str]]:
    """A process that cannot even begin."""
    raise SystemExit(3)


def failed(task: Task, detail: str) -> Done[str]:
    return Done(task, f"{task.file.relative}: {detail}", None)


def task(name: str, *imports: str) -> Task:
    return Task(ProjectFile(Path(name), name), {}, near=(name, *imports))
