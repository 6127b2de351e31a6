"""Scans the files of a project in several processes; one file's trouble never stops the others."""

from __future__ import annotations

import concurrent.futures
import contextlib
import functools
import gc
import json
import multiprocessing
import os
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing.context import BaseContext
from pathlib import Path

from mindport.project import files
from mindport.project.rounds import Done, Ready, Task, Work, in_rounds
from mindport.project.walk import Project, ProjectFile
from mindport.semantics.callers import Evidence, Walked
from mindport.values import fields_of, frozen

Progress = Callable[[int, int], None]
"""Told how many files are done, of how many."""

# Below this much source a pool costs more than it saves.
_POOL_BYTES = 400_000
# A scan makes many objects that stay; looking through them at the usual pace takes more than half of its time. A file's own are
# freed without that (``Describe``); what is left over is looked for once in a while, among the new objects alone.
_COLLECTION = (2_000_000, 1_000, 1_000)


@frozen()
class NoteRecord:
    kind: str
    message: str


@frozen()
class UseRecord:
    """One use of a torch API; lines and columns are 1-based, columns count code points, the end is exclusive."""

    api: str
    line: int
    column: int
    end_line: int
    end_column: int
    role: str
    certainty: str
    compatibility: str
    mindspore: str | None
    fix: str
    notes: tuple[NoteRecord, ...] = ()

    def to_json(self) -> dict[str, object]:
        return {**fields_of(self), "notes": [fields_of(note) for note in self.notes]}


@dataclass(frozen=True)
class ProblemRecord:
    """Why a file, or a part of it, was not seen."""

    kind: str
    message: str
    line: int = 1
    column: int = 1


@dataclass(frozen=True)
class FileRecord:
    path: str
    uses: tuple[UseRecord, ...] = ()
    problems: tuple[ProblemRecord, ...] = ()
    read: tuple[str, ...] = ()  # project files that were read for this one, and for none before it

    def to_json(self) -> dict[str, object]:
        return {
            "path": self.path,
            "problems": [vars(problem) for problem in self.problems],
            "uses": [use.to_json() for use in self.uses],
        }


@dataclass(frozen=True)
class ScanReport:
    """Every torch API use of a project, file by file."""

    root: str
    target: str
    mindspore: str
    files: tuple[FileRecord, ...]
    seconds: float
    folders: frozenset[str] = frozenset()  # in which files were looked for that call the scanned ones

    def by_compatibility(self) -> dict[str, int]:
        order = ("consistent", "adjusted", "divergent", "unsupported", "unmapped")
        counts = Counter(use.compatibility for file in self.files for use in file.uses)
        return {name: counts[name] for name in order if counts[name]}

    def read(self) -> set[str]:
        """Files that the result depends on because scanned files import them."""
        return {path for file in self.files for path in file.read}

    def head(self) -> dict[str, object]:
        """The document without its files."""
        return {
            "schema": 1,
            "root": self.root,
            "target": self.target,
            "mindspore": self.mindspore,
            "summary": {
                "files": len(self.files),
                "uses": sum(len(file.uses) for file in self.files),
                "by_compatibility": self.by_compatibility(),
                "seconds": round(self.seconds, 3),
            },
        }

    def to_json(self) -> dict[str, object]:
        return {**self.head(), "files": [file.to_json() for file in self.files]}

    def files_json(self) -> str:
        """The list of files as JSON text, one file a line: many times quicker to write than indented JSON."""
        write = json.JSONEncoder(ensure_ascii=False).encode
        return "[\n" + ",\n".join(write(file.to_json()) for file in self.files) + "\n]"


class Describe:
    """What the scan asks about a file's text; made once in every process by ``DescribeFactory``."""

    def __call__(self, text: str, file: ProjectFile, evidence: Evidence) -> tuple[FileRecord, Walked | None]:
        """The record of a file, and what the file leaves for others that it calls or that call it."""
        raise NotImplementedError

    def walk(self, path: Path, evidence: Evidence) -> Walked | None:
        """What a file leaves for others, where it is not scanned itself."""
        raise NotImplementedError

    def problem(self, kind: str, detail: str) -> ProblemRecord:
        """A file that could not be read, in the user's language."""
        raise NotImplementedError


DescribeFactory = Callable[[], Describe]
"""Must pickle: a module-level function or a ``functools.partial`` of one."""


def scan(
    project: Project,
    factory: DescribeFactory,
    target: str,
    mindspore: str,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> ScanReport:
    """Describes every source of ``project``; files come in the order of their paths."""
    start = time.perf_counter()
    done: dict[str, FileRecord] = {}
    folders: set[str] = set()
    total = len(project.sources) + len(project.notebooks)
    with _collecting_rarely(), _workers(project.sources, factory, jobs) as work:

        def first(record: FileRecord) -> None:
            done[record.path] = record
            if progress is not None:
                progress(len(done), total)

        for record in in_rounds(project.sources, work, first, folders):
            done[record.path] = record
    if project.notebooks:
        describe = factory()
        for notebook in project.notebooks:
            done[notebook.relative] = FileRecord(notebook.relative, problems=(describe.problem("notebook", ""),))
    order = sorted(done)
    seconds = time.perf_counter() - start
    records = tuple(done[path] for path in order)
    return ScanReport(project.root.as_posix(), target, mindspore, records, seconds, frozenset(folders))


def describe_file(describe: Describe, task: Task) -> Done[FileRecord]:
    """Reads and describes one file. Never raises: a fault of the analysis becomes the file's problem."""
    file = task.file
    try:
        if not task.described:
            return Done(task, None, describe.walk(file.path, task.evidence))
        source = files.read_source(file.path)
        if isinstance(source, files.Unreadable):
            record = FileRecord(file.relative, problems=(describe.problem(source.kind, source.detail),))
            return Done(task, record, None)
        return Done(task, *describe(source.text, file, task.evidence))
    except (Exception, RecursionError) as error:
        detail = f"{type(error).__name__}: {error}"
        record = FileRecord(file.relative, problems=(describe.problem("internal-error", detail),))
        return Done(task, record if task.described else None, None)


@contextlib.contextmanager
def _workers(sources: Sequence[ProjectFile], factory: DescribeFactory, jobs: int | None) -> Iterator[Work[FileRecord]]:
    """What does the tasks of a scan: processes where there is much to do, else this one."""
    workers = min(jobs if jobs is not None else os.cpu_count() or 1, len(sources))
    if workers < 2 or (jobs is None and sum(_size(file.path) for file in sources) < _POOL_BYTES):
        describe = factory()
        yield functools.partial(_here, describe)
        return
    with ProcessPoolExecutor(workers, mp_context=_context(), initializer=_start, initargs=(factory,)) as pool:
        yield functools.partial(_in_pool, pool, workers)


def _here(describe: Describe, ready: Ready) -> Iterator[Done[FileRecord]]:
    while tasks := ready():
        for task in tasks:
            yield describe_file(describe, task)


def _in_pool(pool: ProcessPoolExecutor, workers: int, ready: Ready) -> Iterator[Done[FileRecord]]:
    waiting = deque(ready())
    running: set[Future[list[Done[FileRecord]]]] = set()
    while waiting or running:
        while waiting and len(running) < workers * _AHEAD:
            # The first are the largest; small ones go together.
            count = max(1, min(_MOST_TOGETHER, len(waiting) // (workers * _PIECES)))
            running.add(pool.submit(_describe_in_child, [waiting.popleft() for _ in range(count)]))
        finished, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
        for future in finished:
            yield from future.result()
        waiting.extend(ready())


_AHEAD = 2  # batches that wait in the queue of a process, or are worked on
_MOST_TOGETHER = 16
_PIECES = 8


@contextlib.contextmanager
def _collecting_rarely() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(*_COLLECTION)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _context() -> BaseContext:
    # Forking is quick, but unsafe once other threads run (the language server has some).
    if "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


_describe: Describe | None = None


def _start(factory: DescribeFactory) -> None:
    global _describe
    gc.set_threshold(*_COLLECTION)
    _describe = factory()


def _describe_in_child(tasks: Sequence[Task]) -> list[Done[FileRecord]]:
    assert _describe is not None
    return [describe_file(_describe, task) for task in tasks]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
