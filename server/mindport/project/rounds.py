"""The order in which a scan walks files, so that each is mostly walked once.

What calls in other files give to a file's functions is evidence for it (``semantics.callers``). So a file comes after those that
import it (``project.order``), and takes what their calls gave. What comes too late (from files that import each other in a
circle, from files outside the scan, from the class that a class derives from) has a file walked again, where it is news.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from mindport.project import files
from mindport.project.order import Import, Order, imports_of, ordered
from mindport.project.walk import ProjectFile
from mindport.semantics import callers
from mindport.semantics.callers import CallSite, Evidence, Walked
from mindport.semantics.calling_files import CallerIndex
from mindport.semantics.project import Read
from mindport.semantics.reaching import is_given_torch
from mindport.semantics.types import NONE, Type

Record = TypeVar("Record")

_TURNS = (
    2  # files that call each other in a circle; files outside the scan that call its files, and those that call these
)


@dataclass(frozen=True)
class Task:
    """A file to be walked with ``evidence``. ``described``: its record is wanted, not only what it leaves for others. ``near``:
    the file and those of the scan that it imports, by absolute path."""

    file: ProjectFile
    evidence: Evidence
    described: bool = True
    near: tuple[str, ...] = ()


@dataclass(frozen=True)
class Done(Generic[Record]):
    """What became of a task: the record, and what the walk leaves for others, if the file was walked. ``packed``: the same, as it
    is kept, with its digest. ``read``: what was read of other files since the task before. ``kept``: whether the same would
    come of it again."""

    task: Task
    record: Record | None
    walked: Walked | None
    packed: tuple[bytes, bytes] | None = None
    read: Read | None = None
    kept: bool = False


@dataclass(frozen=True)
class Outlook:
    """What is told of a file before it is walked: its imports, whether it names torch, its size, its text where it is at hand."""

    imports: Sequence[Import]
    torch: bool
    size: int
    text: str | None = None


class Memory(Generic[Record]):
    """What is known of files from an earlier scan; this one knows nothing."""

    def outlook(self, path: str) -> Outlook | None:
        """What is to be known of a file beforehand; None where it cannot be read."""
        text = _text(Path(path))
        return Outlook(imports_of(text), "torch" in text, len(text), text) if text is not None else None

    def order(self, imports: Mapping[str, Sequence[Import]], walked: frozenset[str]) -> Order:
        """The order of the files that are to be walked."""
        return ordered(imports, walked)

    def callers(self, walked: Collection[str]) -> Callers:
        """What is known of callers beyond these files."""
        return {}

    def note_callers(self, walked: Collection[str], found: Callers) -> None:
        """Callers beyond the files that were walked by then."""

    def recall(self, task: Task) -> Done[Record] | None:
        """What came of the task in the earlier scan, where the same would come of it now."""
        return None

    def note(self, done: Done[Record]) -> None:
        """A task has been done, or was recalled."""


Callers = Mapping[str, tuple[Sequence[str], Sequence[str]]]
"""Of files: the names that are open, and files that may call them."""

Ready = Callable[[], Sequence[Task]]
"""Gives the tasks that can be done by now, each once; none when all are given, or the others wait for some that are not done."""

Work = Callable[[Ready], Iterable[Done[Record]]]
"""Does tasks, maybe in several processes, and gives what is done in any order, asking for more after each."""


def in_rounds(
    sources: Sequence[ProjectFile],
    work: Work[Record],
    first: Callable[[Record], None],
    memory: Memory[Record],
    folders: set[str] | None = None,
) -> Iterator[Record]:
    """The record of every file; ``first`` is told of each as it comes first. Effect: adds to ``folders`` those in which callers
    were looked for."""
    scan: _Scan[Record] = _Scan(sources, memory, first)
    for done in work(scan.ready):
        scan.take(done)
        scan.look_ahead(done)
    scan.first = None
    for _ in range(_TURNS):
        for done in work(_at_once(scan.left(scan.outside()))):
            scan.take(done)
    for _ in range(_TURNS):
        again = scan.again()
        if not again:
            break
        for done in work(_at_once(scan.left(again))):
            scan.take(done)
    if folders is not None:
        folders.update(scan.folders())
    yield from scan.records.values()


def _at_once(tasks: Sequence[Task]) -> Ready:
    given = [tasks]
    return lambda: given.pop() if given else ()


@dataclass
class _Scan(Generic[Record]):
    """State of a scan. Files go by their absolute paths."""

    sources: Sequence[ProjectFile]
    memory: Memory[Record]
    first: Callable[[Record], None] | None
    records: dict[str, Record] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._files = {str(file.path.absolute()): file for file in self.sources}
        outlooks = {path: found for path in self._files if (found := self.memory.outlook(path)) is not None}
        self._texts = {path: found.text for path, found in outlooks.items() if found.text is not None}
        self._sizes = {path: found.size for path, found in outlooks.items() if found.torch}
        imports = {path: found.imports for path, found in outlooks.items()}
        self._order: Order = self.memory.order(imports, frozenset(self._sizes))
        self._places = self._order.places()
        self._index = CallerIndex(self._text)
        self._recalled = self._prepared = False
        self._walked: dict[str, Walked] = {}
        # Of each file, by function and by the file that calls it.
        self._sites: dict[str, dict[str, dict[str, Sequence[CallSite]]]] = {}
        self._given: dict[str, Evidence] = {}
        self._outside: dict[str, ProjectFile] = {}
        waiting = {path: len(before) for path, before in self._order.callers.items()}
        self._waiting = waiting
        self._following: dict[str, list[str]] = {}
        for path, before in self._order.callers.items():
            for one in before:
                self._following.setdefault(one, []).append(path)
        self._near = {path: (path, *self._following.get(path, ())) for path in self._files}
        self._free = [path for path in self._files if not waiting.get(path)]

    def _text(self, path: str) -> str | None:
        known = self._texts.get(path)
        return known if known is not None else _text(Path(path))

    def ready(self) -> Sequence[Task]:
        left: list[Task] = []
        while self._free:
            free, self._free = sorted(self._free, key=lambda path: -self._sizes.get(path, 0)), []
            left += self.left(self._task(path, self._told(path, self._order.above.get(path, 0))) for path in free)
        return left

    def left(self, tasks: Iterable[Task]) -> Sequence[Task]:
        """Tasks that are to be done; takes over what is known of the others."""
        left = []
        for task in tasks:
            known = self.memory.recall(task)
            if known is None:
                left.append(task)
            else:
                self._recalled = True
                self.take(known)
        return left

    def take(self, done: Done[Record]) -> None:
        """Takes over what is done."""
        self.memory.note(done)
        path = str(done.task.file.path.absolute())
        if done.record is not None:
            self.records[path] = done.record
            if self.first is not None:
                self.first(done.record)
        if done.walked is not None:
            self._walked[path] = done.walked
            for (target, name), sites in done.walked.calls.items():
                self._sites.setdefault(target, {}).setdefault(name, {})[path] = sites
        for one in self._following.pop(path, ()):
            self._waiting[one] -= 1
            if not self._waiting[one]:
                self._free.append(one)

    def look_ahead(self, done: Done[Record]) -> None:
        """Prepares what ``outside`` will need where nothing is known from an earlier scan, while other processes are at work."""
        if not self._prepared and not self._recalled and done.walked is not None and done.walked.open:
            self._prepared = True
            self._index.prepare(done.task.file.path)

    def outside(self) -> list[Task]:
        """Files beyond those described that may call what is open in walked ones, and have not been walked."""
        known = self.memory.callers(self._walked)
        callers: dict[str, tuple[Sequence[str], Sequence[str]]] = {}
        for path, walked in self._walked.items():
            if walked.open:
                names = sorted({name.partition(".")[0] for name in walked.open})
                before = known.get(path)
                if before is not None and before[0] == names:
                    callers[path] = before
                else:
                    callers[path] = (
                        names,
                        [str(one) for one in self._index.candidates(Path(path), walked, self._walked)],
                    )
        self.memory.note_callers(tuple(self._walked), callers)
        found = {one: ProjectFile(Path(one), one) for _, places in callers.values() for one in places}
        self._outside.update(found)
        return [Task(file, {}, described=False) for file in found.values()]

    def folders(self) -> list[str]:
        """Folders in which callers were looked for."""
        return [str(folder) for folder in self._index.folders]

    def again(self) -> list[Task]:
        """Files of which more is known than when they were walked."""
        tasks = []
        for path, walked in sorted(self._walked.items()):
            told = self._told(path) if walked.open else {}
            if told and _is_news(walked, self._given.get(path, {}), told):
                tasks.append(self._task(path, told))
        for path in sorted(self._sites.keys() & self._files.keys() - self._walked.keys()):
            told = self._told(path)
            if is_given_torch(told):
                tasks.append(self._task(path, told))
        return tasks

    def _task(self, path: str, evidence: Evidence) -> Task:
        self._given[path] = evidence
        outside = self._outside.get(path)
        if outside is not None:
            return Task(outside, evidence, described=False)
        return Task(self._files[path], evidence, near=self._near[path])

    def _told(self, path: str, above: int | None = None) -> Evidence:
        """What calls give to the functions of a file; ``above``: only those in these files."""
        out: dict[str, list[CallSite]] = {}
        for name, by_caller in self._sites.get(path, {}).items():
            for caller, sites in sorted(by_caller.items()):
                if caller != path and (above is None or self._is_above(caller, above)):
                    out.setdefault(name, []).extend(sites)
        walked = self._walked.get(path)
        for name, overrides in walked.overrides.items() if walked is not None and above is None else ():
            for place, inherited in overrides.above:
                sites = self._sites.get(place, {}).get(inherited, {}).get(place, ())
                out.setdefault(name, []).extend(callers.as_heir(site, overrides.names) for site in sites)
        return {
            name: callers.distinct(sites)
            for name, sites in out.items()
            if any(callers.tells(value) for site in sites for value in site.given.values())
        }

    def _is_above(self, caller: str, above: int) -> bool:
        place = self._places.get(caller)
        return place is not None and bool(above >> place & 1)


def _is_news(walked: Walked, before: Evidence, now: Evidence) -> bool:
    """Whether evidence says of an open parameter what the evidence before did not. ``None`` alone tells of nothing in the file
    what it is."""
    for name, wanted in walked.open.items():
        sites, known = now.get(name, ()), before.get(name, ())
        if callers.tell(sites, wanted):
            for one in wanted:
                if _given(sites, one) != _given(known, one):
                    return True
    return False


def _given(sites: Iterable[CallSite], name: str) -> Type | None:
    given = callers.with_evidence(None, [site.given[name] for site in sites if name in site.given])
    return None if given == NONE else given


def _text(path: Path) -> str | None:
    source = files.read_source(path)
    return None if isinstance(source, files.Unreadable) else source.text
