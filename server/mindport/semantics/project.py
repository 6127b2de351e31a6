"""What a file imports from its own project: found by the rules of Python, read when first asked for."""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from mindport.semantics.callers import Callers, Evidence, Walked, collect
from mindport.semantics.definitions import ApiIndex
from mindport.semantics.flow import Flow
from mindport.semantics.imported import ImportedFlow, Waiting
from mindport.semantics.receivers import knowledge_of
from mindport.semantics.types import Type
from mindport.syntax.source import SourceFile, SourceProblem, read_text

_MAX_BYTES = 2_000_000
_MAX_DEPTH = 12  # folders above a file
_MAX_WAITING = 40  # names that wait for each other in a row
_MAX_NEW = 3_000  # files read for one walk
_MAX_CLIMB = 4
_MAX_GUESSED = 2  # folders above, for a name of several parts
_CALLS_A_FILE = 1
_TRUST_SECONDS = 0.2
_ROOT_MARKS = (".git", "pyproject.toml", "setup.py", "setup.cfg", "mindport.toml")


@dataclass(eq=False)
class _Known:
    """A file of the project; ``imports`` are the files that it stands on."""

    stamp: tuple[int, int]
    flow: ImportedFlow | None = None
    imports: set[Path] = field(default_factory=set)
    checked: float = 0.0


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
    functions; without it only what was ``learned`` counts."""

    def __init__(
        self,
        index: ApiIndex,
        root: Path | None = None,
        texts: OpenTexts | None = None,
        snapshot: bool = False,
        callers: bool = True,
    ) -> None:
        self._given: dict[Path, Evidence] = {}
        self._callers = (
            Callers(root.resolve() if root is not None else None, self._walk, self._short_text) if callers else None
        )
        self._snapshot = snapshot
        self._found: dict[tuple[str, int, str], tuple[Path, ...]] = {}
        self._places: dict[Path, tuple[Path, str]] = {}
        self._listed: dict[str, frozenset[str]] = {}
        self._searched: dict[tuple[Path, int], list[Path]] = {}
        self._texts = texts or OpenTexts()
        self._seen = self._texts.revision
        self._askers: dict[Path, set[Path]] = {}
        self._knowledge = knowledge_of(index)
        self._root = root.resolve() if root is not None else None
        self._known: dict[Path, _Known] = {}
        self._waiting = Waiting(_MAX_WAITING)
        self._new = 0
        self._lock = threading.RLock()

    @property
    @contextmanager
    def lock(self) -> Iterator[None]:
        """Held while a file is walked; each walk may read so many files anew."""
        with self._lock:
            self._new = 0
            yield

    def exports(self, module: str, level: int, importer: Path | None) -> Mapping[str, Type] | None:
        """Names of the module that an import reaches; None when it is not of the project. Effect: reads the disk."""
        path = self.module_path(module, level, importer)
        if path is None or importer is None:
            return None
        absolute, _ = self._place(importer)
        if not self._snapshot:
            self._askers.setdefault(path, set()).add(absolute)
        return self._exports(path, absolute)

    def module_path(self, module: str, level: int, importer: Path | None) -> Path | None:
        """The file that an import in ``importer`` reaches."""
        if importer is None:
            return None
        importer, folder = self._place(importer)
        if not self._snapshot:
            return next((found for found in self._candidates(importer, module, level) if found != importer), None)
        key = (folder, level, module)
        known = self._found.get(key)
        if known is None:
            known = self._found[key] = tuple(self._candidates(importer, module, level))
        return next((found for found in known if found != importer), None)

    def _place(self, path: Path) -> tuple[Path, str]:
        """The absolute path of a file, and its folder's; kept, because paths are slow to take apart."""
        known = self._places.get(path)
        if known is None:
            absolute = path.absolute()
            known = self._places[path] = (absolute, str(absolute.parent))
        return known

    def _candidates(self, importer: Path, module: str, level: int) -> Iterator[Path]:
        """Files that an import in a file of this folder may mean, the nearest first."""
        parts = module.split(".") if module else []
        folders = self._folders_kept(importer, level)
        yield from self._found_in(folders, parts)
        if self._root is None and level == 0 and parts and not _is_root(folders[-1]):
            # A folder that nothing marks may still be where a program starts: ``from base.net import Net`` in ``nets``.
            most = _MAX_GUESSED if len(parts) > 1 else 1
            yield from self._found_in([f for f in list(folders[-1].parents)[:most] if f not in folders], parts)

    def _found_in(self, folders: Iterable[Path], parts: list[str]) -> Iterator[Path]:
        for folder in folders:
            found = _find(folder, parts) if self._may_hold(folder, parts) else None
            if found is not None:
                yield found

    def _may_hold(self, folder: Path, parts: list[str]) -> bool:
        """Whether looking for a module in a folder is worth it: most imports are of installed packages."""
        if not self._snapshot or not parts:
            return True
        place = str(folder)
        names = self._listed.get(place)
        if names is None:
            try:
                names = frozenset(entry.name for entry in os.scandir(place))
            except OSError:
                names = frozenset()
            self._listed[place] = names
        return parts[0] in names or f"{parts[0]}.py" in names

    def evidence(self, flow: Flow) -> Evidence:
        """What calls in other files give to the functions of the file that ``flow`` has walked."""
        path = flow.source.path
        if self._callers is None or path is None:
            return {}
        self._callers.note(path, collect(flow))
        return self._callers.evidence(path)

    def parsed(self, text: str, path: Path | None) -> SourceFile:
        """A file of the project, of which pieces may have been parsed for others."""
        known = self._known.get(path.absolute()) if self._snapshot and path is not None else None
        if known is not None and known.flow is not None and known.flow.source.text == text:
            tree = known.flow.tree()
            if tree is not None:
                return SourceFile(text, path, tree)
        return SourceFile.parse(text, path)

    def callers_of(self, path: Path) -> Evidence:
        """What calls in other files give to the functions of a file. Effect: reads the disk."""
        return self._callers.evidence(path) if self._callers is not None else {}

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
            flow.run()
        walked = collect(flow)
        flow.discard()
        return walked

    def read(self, since: int = 0) -> list[str]:
        """Files that were looked at so far, without the first ``since``."""
        return [str(path) for path in itertools.islice(self._known, since, None)]

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

    def _folders_kept(self, importer: Path, level: int) -> list[Path]:
        if not self._snapshot:
            return self._folders(importer, level)
        key = (importer.parent, level)
        found = self._searched.get(key)
        if found is None:
            found = self._searched[key] = self._folders(importer, level)
        return found

    def _folders(self, importer: Path, level: int) -> list[Path]:
        if level:
            folder = importer.parent
            for _ in range(level - 1):
                folder = folder.parent
            return [folder]
        folders = [importer.parent]
        folder = importer.parent
        # A file inside packages is imported from above them; in a project, from any folder up to its root.
        while folder != folder.parent and len(folders) < _MAX_DEPTH:
            inside = (folder / "__init__.py").is_file()
            within = self._root is not None and self._root in folder.parents
            if not inside and not within and (self._root is not None or not _has_root_above(folder)):
                break
            folder = folder.parent
            folders.append(folder)
        return folders

    def _exports(self, path: Path, importer: Path) -> Mapping[str, Type] | None:
        by = self._known.get(importer)
        if by is not None:
            by.imports.add(path)
        if self._seen != self._texts.revision:
            self._seen = self._texts.revision
            for one in self._known.values():
                one.checked = 0.0
        known = self._known.get(path)
        if known is None or not self._is_fresh(path, known):
            stamp = self._stamp(path)
            if stamp is None or not self._may_read():
                return None
            before, known = known, _Known(stamp, checked=time.monotonic())
            self._known[path] = known
            if stamp[1] <= _MAX_BYTES:
                self._fill(path, known, before)
        if known.flow is None:
            return None
        known.flow.call_depth = _CALLS_A_FILE * self._waiting.depth  # room on the stack for files between
        return known.flow.names

    def _fill(self, path: Path, known: _Known, before: _Known | None) -> None:
        text = self._text(path)
        if isinstance(text, SourceProblem):
            return
        if before is not None and SourceFile.parse(text, path).tree is None:
            known.flow, known.imports = before.flow, before.imports  # while it is being written
        else:
            known.flow = ImportedFlow(SourceFile(text, path), self._knowledge, self, self._waiting, not self._snapshot)

    def _text(self, path: Path) -> str | SourceProblem:
        known = self._texts.get(path)
        return read_text(path) if known is None else known[1]

    def _short_text(self, path: Path) -> str | None:
        stamp = self._stamp(path)
        text = self._text(path) if stamp is not None and stamp[1] <= _MAX_BYTES else None
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

    def _is_fresh(self, path: Path, known: _Known) -> bool:
        """Whether neither the file nor one that it stands on has changed."""
        if self._snapshot:
            return True
        now = time.monotonic()
        if now - known.checked < _TRUST_SECONDS:
            return True
        known.checked = now  # before its imports, which may lead back here
        if known.stamp != self._stamp(path):
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


def _has_root_above(folder: Path) -> bool:
    """Whether a folder not far above looks like a project's root, and this one does not."""
    if _is_root(folder):
        return False
    return any(_is_root(above) for above in list(folder.parents)[:_MAX_CLIMB])


def _is_root(folder: Path) -> bool:
    return any((folder / mark).exists() for mark in _ROOT_MARKS)


def _find(folder: Path, parts: list[str]) -> Path | None:
    target = folder.joinpath(*parts)
    for candidate in (target.with_suffix(".py") if parts else None, target / "__init__.py"):
        try:
            if candidate is not None and candidate.is_file():
                return candidate
        except (OSError, ValueError):
            return None
    return None
