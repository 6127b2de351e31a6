"""Scans the files of a project in several processes; one file's trouble never stops the others."""

from __future__ import annotations

import contextlib
import functools
import gc
import os
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mindport.project import files
from mindport.project.earlier import Earlier, Kept
from mindport.project.order import Import, Order
from mindport.project.records import FileRecord, ProblemRecord
from mindport.project.rounds import Callers, Done, Memory, Outlook, Ready, Task, Work, in_rounds
from mindport.project.walk import Project, ProjectFile
from mindport.project.workers import Describer, Workers
from mindport.semantics import portable
from mindport.semantics.callers import Evidence, Walked
from mindport.semantics.project import Read
from mindport.syntax import notebook
from mindport.syntax.quiet import quietly
from mindport.syntax.source import read_text

Progress = Callable[[int, int], None]
"""Told how many files are done, of how many."""

# Below this much source a pool costs more than it saves.
_POOL_BYTES = 400_000
# A scan makes many objects that stay (a million lines leave six millions); looking through them at the usual pace takes more than
# half of its time. A file's own are freed without that (``Describe``), and what is left over is one in fifty.
_COLLECTION = (20_000_000, 1_000, 1_000)


@dataclass(frozen=True)
class ScanReport:
    """Every torch API use of a project, file by file."""

    root: str
    target: str
    mindspore: str
    files: tuple[FileRecord, ...]
    seconds: float
    folders: frozenset[str] = frozenset()  # in which files were looked for that call the scanned ones
    ended: tuple[str, ...] = ()  # files that may be described another time: the process that did it was ended

    def by_compatibility(self) -> dict[str, int]:
        order = ("consistent", "adjusted", "divergent", "unsupported", "unmapped")
        counts: Counter[str] = Counter()
        for file in self.files:
            counts.update(file.counts)
        return {name: counts[name] for name in order if counts[name]}

    def head(self) -> dict[str, object]:
        """The document without its files."""
        return {
            "schema": 1,
            "root": self.root,
            "target": self.target,
            "mindspore": self.mindspore,
            "summary": {
                "files": len(self.files),
                "uses": sum(sum(file.counts.values()) for file in self.files),
                "by_compatibility": self.by_compatibility(),
                "seconds": round(self.seconds, 3),
            },
        }

    def to_json(self) -> dict[str, object]:
        return {**self.head(), "files": [file.to_json() for file in self.files]}

    def files_json(self) -> str:
        """The list of files as JSON text, one file a line: many times quicker to write than indented JSON."""
        return "[\n" + ",\n".join(file.json for file in self.files) + "\n]"


class Describe:
    """What the scan asks about a file's text; made once in every process by ``DescribeFactory``."""

    def __call__(self, text: str, file: ProjectFile, evidence: Evidence) -> tuple[FileRecord, Walked | None]:
        """The record of a file, and what the file leaves for others that it calls or that call it."""
        raise NotImplementedError

    def walk(self, path: Path, evidence: Evidence) -> Walked | None:
        """What a file leaves for others, where it is not scanned itself."""
        raise NotImplementedError

    def news(self) -> Read:
        """What was read of the project since the last time."""
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
    earlier: Earlier | None = None,
) -> ScanReport:
    """Describes every source of ``project``; files come in the order of their paths. ``earlier``: walks files again only where
    that can give something else than then, and keeps what they give; what describes must note what it reads."""
    start = time.perf_counter()
    done: dict[str, FileRecord] = {}
    folders: set[str] = set()
    ended: list[str] = []
    total = len(project.sources) + len(project.notebooks)
    if earlier is not None:
        earlier.begin(str(file.path.absolute()) for file in project.sources)
    left = [file for file in project.sources if earlier is None or not earlier.has(str(file.path.absolute()))]
    with _collecting_rarely(), quietly(), _workers(left, factory, jobs, earlier is not None, ended) as work:

        def first(record: FileRecord) -> None:
            done[record.path] = record
            if progress is not None:
                progress(len(done), total)

        known = _known(project, earlier, work) if earlier is not None else None
        if known is not None and earlier is not None:
            for record in known:
                first(record)
        else:
            memory = Memory[FileRecord]() if earlier is None else _Remembering(earlier)
            for record in in_rounds(project.sources, work, first, memory, folders):
                done[record.path] = record
    if project.notebooks:
        describe = factory()
        for file in project.notebooks:
            done[file.relative] = _notebook(file, describe)
        if earlier is not None:
            earlier.take(describe.news())
    if earlier is not None:
        folders |= earlier.roots()
        earlier.write(folders)
    order = sorted(done)
    seconds = time.perf_counter() - start
    records = tuple(done[path] for path in order)
    return ScanReport(project.root.as_posix(), target, mindspore, records, seconds, frozenset(folders), tuple(ended))


def _notebook(file: ProjectFile, describe: Describe) -> FileRecord:
    """The record of a notebook: its lines are those of the file."""
    text = read_text(file.path)
    cells = notebook.read(text) if isinstance(text, str) else None
    if cells is None:
        return FileRecord.of(file.relative, problems=(describe.problem("notebook", ""),))
    record, _ = describe(cells.script, file, {})
    return record.moved(cells.place)


class _Remembering(Memory[FileRecord]):
    """What an earlier scan knew, and what this one will leave."""

    def __init__(self, earlier: Earlier) -> None:
        self._earlier = earlier

    def outlook(self, path: str) -> Outlook | None:
        content, text = self._earlier.content(path)
        if content is None:
            return None
        return Outlook(content.imports, content.torch, self._earlier.size(path), text)

    def order(self, imports: Mapping[str, Sequence[Import]], walked: frozenset[str]) -> Order:
        found = self._earlier.order(imports) or super().order(imports, walked)
        self._earlier.note_order(found)
        return found

    def callers(self, walked: Collection[str]) -> Callers:
        return self._earlier.callers(walked)

    def note_callers(self, walked: Collection[str], found: Callers) -> None:
        self._earlier.note_callers(walked, found)

    def recall(self, task: Task) -> Done[FileRecord] | None:
        path = str(task.file.path.absolute())
        kept = self._earlier.find(path, portable.evidence_digest(task.evidence), task.described)
        if kept is None:
            return None
        record = FileRecord(task.file.relative, kept.packed, kept.counts) if kept.packed is not None else None
        walked = portable.unpack(kept.walked) if kept.walked is not None else None
        packed = (kept.walked, kept.told) if kept.walked is not None else None
        return Done(task, record, walked, packed, kept=True)

    def note(self, done: Done[FileRecord]) -> None:
        if done.read is not None:
            self._earlier.take(done.read)
        if done.kept:
            self._earlier.keep(str(done.task.file.path.absolute()), _kept(done))


def _kept(done: Done[FileRecord]) -> Kept:
    record, evidence = done.record, done.task.evidence
    walked, told = done.packed or (None, b"")
    packed, counts = (record.packed, record.counts) if record is not None else (None, {})
    digest, given = portable.evidence_digest(evidence), portable.pack_evidence(evidence)
    return Kept(digest, given, done.task.described, walked, told, packed, counts)


def _known(project: Project, earlier: Earlier, work: Work[FileRecord]) -> list[FileRecord] | None:
    """The records of all files where those that are stale tell others what they told before; else None."""
    sources = {str(file.path.absolute()): file for file in project.sources}
    stale = earlier.ahead()
    if stale is None:
        return None
    tasks = {}
    for path, walks in stale.items():
        file = sources.get(path) or ProjectFile(Path(path), path)
        for place, one in enumerate(walks):
            tasks[(path, place)] = Task(file, portable.unpack_evidence(one.given), one.described)
    numbers = {id(task): number for number, task in tasks.items()}
    found: dict[str, list[Kept | None]] = {path: [None] * len(walks) for path, walks in stale.items()}
    given = [list(tasks.values())]
    for done in work(lambda: given.pop() if given else ()):
        if done.read is not None:
            earlier.take(done.read)
        path, place = numbers[id(done.task)]
        found[path][place] = _kept(done) if done.kept else None
    walked = {path: [one for one in walks if one is not None] for path, walks in found.items()}
    if not earlier.stands(walked):
        return None
    records = []
    for path, file in sources.items():
        last = earlier.record(path)
        assert last.packed is not None
        records.append(FileRecord(file.relative, last.packed, last.counts))
    return records


def describe_file(describe: Describe, task: Task, traced: bool = False) -> Done[FileRecord]:
    """Reads and describes one file. ``traced``: tells what that took, too. Never raises: a fault of the analysis becomes the
    file's problem."""
    file = task.file
    try:
        if not task.described:
            return _done(describe, task, None, describe.walk(file.path, task.evidence), traced)
        source = files.read_source(file.path)
        if isinstance(source, files.Unreadable):
            record = FileRecord.of(file.relative, problems=(describe.problem(source.kind, source.detail),))
            return Done(task, record, None)
        return _done(describe, task, *describe(source.text, file, task.evidence), traced)
    except (Exception, RecursionError) as error:
        broken = _broken(describe, task, f"{type(error).__name__}: {error}")
        return Done(task, broken, None, read=describe.news() if traced else None)


def _broken(describe: Describe, task: Task, detail: str, kind: str = "internal-error") -> FileRecord | None:
    """The record of a file that could not be described."""
    if not task.described:
        return None
    return FileRecord.of(task.file.relative, problems=(describe.problem(kind, detail),))


def _done(
    describe: Describe, task: Task, record: FileRecord | None, walked: Walked | None, traced: bool
) -> Done[FileRecord]:
    if not traced:
        return Done(task, record, walked)
    packed = portable.pack(walked) if walked is not None else None
    return Done(task, record, walked, packed, describe.news(), True)


@contextlib.contextmanager
def _workers(
    sources: Sequence[ProjectFile], factory: DescribeFactory, jobs: int | None, traced: bool, ended: list[str]
) -> Iterator[Work[FileRecord]]:
    """What does the tasks of a scan, which are of ``sources`` in the main: processes where there is much to do, else this one.
    ``ended`` gets the files at which a process ends."""
    workers = min(jobs if jobs is not None else os.cpu_count() or 1, len(sources))
    if workers < 2 or (jobs is None and sum(_size(file.path) for file in sources) < _POOL_BYTES):
        yield functools.partial(_here, functools.cache(factory), traced)
        return
    processes = Workers(
        workers, functools.partial(_describer, factory, traced), functools.partial(_failed, factory, ended)
    )
    try:
        yield processes.work
    finally:
        processes.close()


def _describer(factory: DescribeFactory, traced: bool) -> Describer[FileRecord]:
    describe = factory()
    return lambda task: describe_file(describe, task, traced)


def _failed(factory: DescribeFactory, ended: list[str], task: Task, detail: str) -> Done[FileRecord]:
    ended.append(task.file.relative)
    return Done(task, _broken(factory(), task, detail, "process-ended"), None)


def _here(factory: Callable[[], Describe], traced: bool, ready: Ready) -> Iterator[Done[FileRecord]]:
    while tasks := ready():
        describe = factory()
        for task in tasks:
            yield describe_file(describe, task, traced)


@contextlib.contextmanager
def _collecting_rarely() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(*_COLLECTION)
    try:
        yield
    finally:
        # What there is goes to the oldest, or it would be looked through at once.
        gc.freeze()
        gc.unfreeze()
        gc.set_threshold(*before)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
