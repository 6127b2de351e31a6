"""What a file imports from its own project: found by the rules of Python, read when first asked for."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from mindport.semantics.callers import Evidence, Walked, collect
from mindport.semantics.definitions import ApiIndex
from mindport.semantics.exports import Exports
from mindport.semantics.flow import Flow
from mindport.semantics.imported import ImportedFlow
from mindport.semantics.module_names import Waiting
from mindport.semantics.places import Places
from mindport.semantics.reaching import judges
from mindport.semantics.receivers import knowledge_of
from mindport.semantics.trace import WALK, Fact, Trace, Unit
from mindport.semantics.types import Type
from mindport.syntax import dated
from mindport.syntax.source import SourceFile, SourceProblem, read_text
from mindport.syntax.words import written_out

if TYPE_CHECKING:
    from mindport.semantics.calling_files import Callers

_MAX_BYTES: Final = 2_000_000
_MAX_WAITING: Final = 40  # names that wait for each other in a row
_MAX_NEW: Final = 3_000  # files read for one walk
_CALLS_A_FILE: Final = 1
_TRUST_SECONDS: Final = 0.2


@dataclass(eq=False)
class _Known:
    """A file of the project; ``imports`` are the files that it stands on."""

    stamp: tuple[int, int]
    names: Exports | None = None
    imports: set[str] = field(default_factory=set)
    checked: float = 0.0


class Read(NamedTuple):
    """What was read: facts and names as in ``Trace``; ``files`` with their times of change and sizes; where imports lead
    (``found``: folder, dots, module, files); ``folders`` with their times of change."""

    facts: list[tuple[Unit, Fact]]
    binders: list[tuple[str, str]]
    stars: dict[str, list[tuple[str, int]]]
    listed: dict[str, list[str]]
    files: list[tuple[str, int, int]]
    found: list[tuple[str, int, str, list[str]]]
    folders: list[tuple[str, int]]


class OpenTexts:
    """Texts that stand for files while an editor has unsaved ones. ``revision`` counts the changes."""

    def __init__(self) -> None:
        self._texts: dict[Path, tuple[int, str]] = {}
        self.revision = 0

    def get(self, path: Path) -> tuple[int, str] | None:
        """The text for a file, and when it was put."""
        return self._texts.get(path)

    def put(self, path: Path, text: str) -> None:
        self.revision += 1
        self._texts[path.absolute()] = (self.revision, text)

    def drop(self, path: Path) -> bool:
        """The file is again what it is on disk; whether it was not."""
        self.revision += 1
        return self._texts.pop(path.absolute(), None) is not None


class ProjectFiles:
    """The ``ProjectIndex`` of files on disk. ``root`` bounds the search; without one a file's own folder and the packages
    around it are searched. ``texts`` come before what is on disk. ``snapshot``: nothing changes while this object lives, so
    that no file is looked at twice: for a scan, not for an editor. ``callers``: other files are asked what they give to a file's
    functions; without it only what was ``learned`` counts. ``traced``: what is read is noted, for ``news``."""

    def __init__(
        self,
        index: ApiIndex,
        root: Path | None = None,
        texts: OpenTexts | None = None,
        snapshot: bool = False,
        callers: bool = True,
        traced: bool = False,
    ) -> None:
        self._trace = Trace() if traced else None
        self._places = Places(root, snapshot, traced)
        self._given: dict[Path, Evidence] = {}
        self._callers: Callers | None = None
        if callers:
            from mindport.semantics.calling_files import Callers  # an editor has another process ask

            self._callers = Callers(root.resolve() if root is not None else None, self._walk, self._short_text)
        self._snapshot = snapshot
        self._texts = texts or OpenTexts()
        self._seen = self._texts.revision
        self._askers: dict[Path, set[Path]] = {}
        self._knowledge = knowledge_of(index)
        self._known: dict[str, _Known] = {}  # by the path as text, which is quicker
        self._looked_at: list[tuple[str, int, int]] = []  # files that were read, since it was told
        self._waiting = Waiting(_MAX_WAITING, self._trace)
        self._new = 0
        self._since = math.inf  # when the walk began that is under way: no file is looked at twice for it
        self._lock = threading.RLock()

    def search_all(self, folder: Path) -> None:
        """What is in ``folder`` is one project: calls of its files are looked for in all of it."""
        if self._callers is not None:
            self._callers.search_all(folder)

    @property
    def lock(self) -> AbstractContextManager[None]:
        """Held while a file is walked; each walk may read so many files anew."""
        return self._held()

    @contextmanager
    def _held(self) -> Iterator[None]:
        # Apart from the property: what is decorated twice cannot be compiled.
        with self._lock:
            self._new = 0
            before = self._since
            self._since = min(before, time.monotonic())
            try:
                yield
            finally:
                self._since = before

    def exports(self, module: str, level: int, importer: Path | None) -> Mapping[str, Type] | None:
        """Names of the module that an import reaches; None when it is not of the project. Effect: reads the disk."""
        if importer is None:
            return None
        absolute, folder = self._places.place(importer)
        if self._trace is not None:
            self._trace.note(("r", folder, str(level), module))
        path = self._places.module_path(module, level, importer)
        if path is None:
            return None
        if not self._snapshot:
            self._askers.setdefault(path, set()).add(absolute)
        found = self._exports(path, absolute)
        if found is None and self._trace is not None:
            self._trace.note(("t", str(path), ""))  # it may be read another time
        return found

    def module_path(self, module: str, level: int, importer: Path | None) -> Path | None:
        """The file that an import in ``importer`` reaches."""
        return self._places.module_path(module, level, importer)

    def names_of(self, path: Path, reader: Path) -> Mapping[str, Type] | None:
        """Names of a file that is known by its path. Effect: reads the disk."""
        absolute, _ = self._places.place(reader)
        if not self._snapshot:
            self._askers.setdefault(path, set()).add(absolute)
        found = self._exports(path, absolute)
        if found is None and self._trace is not None:
            self._trace.note(("t", str(path), ""))
        return found

    def evidence(self, flow: Flow) -> Evidence:
        """What calls in other files give to the functions of the file that ``flow`` has walked."""
        path = flow.source.path
        if self._callers is None or path is None:
            return {}
        self._callers.note(path, collect(flow))
        return self._callers.evidence(path)

    def parsed(self, text: str, path: Path | None) -> SourceFile:
        """A file of the project, of which pieces may have been parsed for others."""
        known = self._known.get(str(path.absolute())) if self._snapshot and path is not None else None
        flow = known.names.flow if known is not None and known.names is not None else None
        if flow is not None and flow.source.text == text:
            tree = flow.tree()
            if tree is not None:
                return SourceFile(text, path, tree)
        source = SourceFile.parse(text, path)
        return (dated.read(source) if source.tree is None else None) or source

    def callers_of(self, path: Path) -> Evidence:
        """What calls in other files give to the functions of a file, in a project that uses torch. Effect: reads the disk."""
        return self._callers.evidence(path) if self._callers is not None and self._callers.know_torch(path) else {}

    def known_evidence(self, path: Path | None) -> Evidence:
        """What was ``learned`` of a file's callers."""
        return self._given.get(path.absolute(), {}) if path is not None else {}

    def learn(self, path: Path, evidence: Evidence) -> bool:
        """Takes evidence that was found elsewhere; whether it is new."""
        if self.known_evidence(path) == evidence:
            return False
        self._given[path.absolute()] = evidence
        return True

    def walk(self, path: Path) -> Walked | None:
        """What a file leaves for others, by what was ``learned`` of its callers."""
        return self._walk(path, self.known_evidence(path))

    def _walk(self, path: Path, evidence: Evidence) -> Walked | None:
        text = self._text(path)
        source = self.parsed(text, path) if isinstance(text, str) else None
        if source is None or source.tree is None:
            return None
        with self.lock:
            flow = Flow(source, self._knowledge, self, None, evidence)
            flow.judges = judges(source, self)
            flow.run()
        walked = collect(flow)
        flow.discard()
        return walked

    def news(self) -> Read:
        """What was read since the last time."""
        files, self._looked_at = self._looked_at, []
        return Read(*(self._trace or Trace()).news(), files, *self._places.news())

    @contextmanager
    def walking(self, path: Path) -> Iterator[None]:
        """What is read meanwhile is read for the file."""
        if self._trace is None:
            yield
            return
        before = self._trace.begin((str(path.absolute()), WALK))
        try:
            yield
        finally:
            self._trace.end(before)

    def dependants(self, path: Path) -> set[Path]:
        """Files that have asked for what ``path`` defines, be it through others."""
        found: set[Path] = set()
        queue = [path.absolute()]
        while queue:
            for asker in self._askers.get(queue.pop(), ()):
                if asker not in found:
                    found.add(asker)
                    queue.append(asker)
        return found

    def _exports(self, path: Path, importer: Path) -> Mapping[str, Type] | None:
        by = self._known.get(str(importer)) if not self._snapshot else None
        if by is not None:
            by.imports.add(str(path))
        if self._seen != self._texts.revision:
            self._seen = self._texts.revision
            for one in self._known.values():
                one.checked = 0.0
        place = str(path)
        known = self._known.get(place)
        if known is None or not self._is_fresh(place, known):
            stamp = self._stamp(path)
            if stamp is None or not self._may_read():
                return None
            if known is None and self._trace is not None:
                self._looked_at.append((place, *stamp))
            before, known = known, _Known(stamp, checked=time.monotonic())
            self._known[place] = known
            if is_readable(stamp[1]):
                self._fill(path, known, before)
        if known.names is not None and known.names.flow is not None:
            known.names.flow.call_depth = _CALLS_A_FILE * self._waiting.depth  # room on the stack for files between
        return known.names

    def _fill(self, path: Path, known: _Known, before: _Known | None) -> None:
        text = self._text(path)
        if isinstance(text, SourceProblem):
            return
        if before is not None and SourceFile.parse(text, path).tree is None:
            known.names, known.imports = before.names, before.imports  # while it is being written
            return
        listed = written_out(text)
        if listed is None:
            known.names = self._flow_of(path, text).names
        else:
            known.names = Exports(str(path), self._trace)
            known.names.come_later(listed, partial(self._late_flow, path))

    def _flow_of(self, path: Path, text: str) -> ImportedFlow:
        flow = ImportedFlow(SourceFile(text, path), self._knowledge, self, self._waiting, not self._snapshot)
        flow.call_depth = _CALLS_A_FILE * self._waiting.depth
        return flow

    def _late_flow(self, path: Path) -> ImportedFlow:
        text = self._text(path)
        return self._flow_of(path, text if isinstance(text, str) else "")

    def _text(self, path: Path) -> str | SourceProblem:
        known = self._texts.get(path)
        return read_text(path) if known is None else known[1]

    def _short_text(self, place: str) -> str | None:
        path = Path(place)
        stamp = self._stamp(path)
        text = self._text(path) if stamp is not None and is_readable(stamp[1]) else None
        return text if isinstance(text, str) else None

    def _stamp(self, path: Path) -> tuple[int, int] | None:
        known = self._texts.get(path)
        if known is not None:
            return (-known[0], len(known[1]))
        try:
            status = path.stat()
        except OSError:
            return None
        return (status.st_mtime_ns, status.st_size)

    def _may_read(self) -> bool:
        """A file far from the one at hand is not worth reading a whole library for."""
        self._new += 1
        return self._new <= _MAX_NEW

    def _is_fresh(self, place: str, known: _Known) -> bool:
        """Whether neither the file nor one that it stands on has changed."""
        if self._snapshot:
            return True
        now = time.monotonic()
        if now - known.checked < _TRUST_SECONDS or known.checked >= self._since:
            return True
        known.checked = now  # before its imports, which may lead back here
        if known.stamp != self._stamp(Path(place)):
            known.checked = 0.0
            return False
        for one in known.imports:
            inner = self._known.get(one)
            if inner is not None and not self._is_fresh(
                one, inner
            ):  # one that was too far away has nothing to be stale
                known.checked = 0.0
                return False
        return True


def is_readable(size: int) -> bool:
    """Whether a file of so many bytes is read at all."""
    return size <= _MAX_BYTES
