"""A scan in rounds, so that no file is walked for another one by every process that asks.

What calls in other files give to a file's functions is evidence for it (``semantics.callers``). First every file is walked by
itself; what each walk leaves for others is brought together; then those for which others tell something are walked again with
it, and once more where that has told their own callers something new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from mindport.project import files
from mindport.project.walk import ProjectFile
from mindport.semantics.callers import Callers, Evidence, Walked

Record = TypeVar("Record")


@dataclass(frozen=True)
class Task:
    """A file to be walked with ``evidence``. ``described``: its record is wanted, not only what it leaves for others."""

    file: ProjectFile
    evidence: Evidence
    described: bool = True


@dataclass(frozen=True)
class Done(Generic[Record]):
    """What became of a task: the record, and what the walk leaves for others, if the file was walked."""

    task: Task
    record: Record | None
    walked: Walked | None


Work = Callable[[Sequence[Task]], Iterable[Done[Record]]]
"""Does tasks, maybe in several processes, and gives what is done in any order."""


def in_rounds(sources: Sequence[ProjectFile], work: Work[Record], first: Callable[[Record], None]) -> Iterator[Record]:
    """The record of every file; ``first`` is told of those of the first round."""
    missing: dict[Path, None] = {}

    def absent(path: Path, _: Evidence) -> Walked | None:
        missing[path] = None
        return None

    callers = Callers(None, absent, _text)
    plain: dict[Path, Record] = {}
    for done in work([Task(file, {}) for file in sources]):
        path = done.task.file.path.absolute()
        if done.record is not None:
            plain[path] = done.record
            first(done.record)
        if done.walked is not None:
            callers.note(path, done.walked)
    outside: dict[Path, ProjectFile] = {}
    for _ in range(_TURNS):
        for path in (*plain, *outside):
            callers.evidence(path, 1)
        outside.update((path, ProjectFile(path, str(path))) for path in missing)
        wanted = [Task(outside[path], {}, described=False) for path in missing]
        missing.clear()
        callers.forget()
        if not wanted:
            break
        for done in work(wanted):
            callers.note(done.task.file.path, done.walked or Walked())
    records = dict(plain)
    by_path = {file.path.absolute(): file for file in sources}
    given: dict[Path, Evidence] = {}
    for steps in (1, 2):
        tasks = []
        for path in plain:
            found = callers.evidence(path, steps)
            if not found:
                records[path] = plain[path]
            elif found != given.get(path):
                tasks.append(Task(by_path[path], found))
            given[path] = found
        if steps == 1:
            tasks += [
                Task(file, found, False) for path, file in outside.items() if (found := callers.evidence(path, 1))
            ]
        for done in work(tasks):
            path = done.task.file.path.absolute()
            if done.record is not None:
                records[path] = done.record
            if done.walked is not None:
                callers.note(path, done.walked, steps)
    yield from records.values()


_TURNS = 3  # files outside the scan that call its files, and those that call these


def _text(path: Path) -> str | None:
    source = files.read_source(path)
    return None if isinstance(source, files.Unreadable) else source.text
