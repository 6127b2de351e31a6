"""What a file imports from its own project: found by the rules of Python, parsed when first asked for."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from mindport.semantics.definitions import ApiIndex
from mindport.semantics.flow import Flow
from mindport.semantics.receivers import knowledge_of
from mindport.semantics.types import Type
from mindport.syntax.source import read_source

_MAX_BYTES = 2_000_000
_MAX_DEPTH = 12  # folders above a file
_MAX_IMPORTS = 6  # files that import each other in a row
_MAX_NEW = 100  # files read for one walk
_MAX_CLIMB = 4
_CALLS_A_FILE = 3
_TRUST_SECONDS = 0.2
_ROOT_MARKS = (".git", "pyproject.toml", "setup.py", "setup.cfg", "mindport.toml")


@dataclass
class _Known:
    """A file of the project; ``imports`` are the files that it stands on."""

    stamp: tuple[int, int]
    flow: Flow | None = None
    imports: set[Path] = field(default_factory=set)
    checked: float = 0.0


class ProjectFiles:
    """The ``ProjectIndex`` of files on disk. ``root`` bounds the search; without one a file's own folder and the packages
    around it are searched."""

    def __init__(self, index: ApiIndex, root: Path | None = None) -> None:
        self._knowledge = knowledge_of(index)
        self._root = root.resolve() if root is not None else None
        self._known: dict[Path, _Known] = {}
        self._running: list[_Known] = []
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
        return None if path is None else self._exports(path)

    def module_path(self, module: str, level: int, importer: Path | None) -> Path | None:
        """The file that an import in ``importer`` reaches."""
        if importer is None:
            return None
        importer = importer.absolute()
        parts = module.split(".") if module else []
        for folder in self._folders(importer, level):
            found = _find(folder, parts)
            if found is not None and found != importer:
                return found
        return None

    def forget(self, path: Path) -> None:
        """Drops what is known of a file that has changed in an editor."""
        self._known.pop(path.absolute(), None)

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

    def _exports(self, path: Path) -> Mapping[str, Type] | None:
        if self._running:
            self._running[-1].imports.add(path)
        known = self._known.get(path)
        if known is None or not self._is_fresh(path, known):
            stamp = _stamp(path)
            if stamp is None or not self._may_read():
                return None
            known = self._known[path] = _Known(stamp, checked=time.monotonic())
            source = read_source(path) if stamp[1] <= _MAX_BYTES else None
            if source is not None and source.tree is not None:
                known.flow = Flow(source, self._knowledge, self)
        if known.flow is None:
            return None
        if len(self._running) < _MAX_IMPORTS:
            known.flow.call_depth = _CALLS_A_FILE * len(self._running)  # room on the stack for files between
            self._running.append(known)
            try:
                known.flow.execute_module()
            finally:
                self._running.pop()
        return known.flow.module.vars

    def _may_read(self) -> bool:
        """A file far from the one at hand is not worth reading a whole library for."""
        self._new += 1
        return self._new <= _MAX_NEW

    def _is_fresh(self, path: Path, known: _Known) -> bool:
        """Whether neither the file nor one that it stands on has changed."""
        now = time.monotonic()
        if known in self._running or now - known.checked < _TRUST_SECONDS:
            return True
        known.checked = now  # before its imports, which may lead back here
        if known.stamp != _stamp(path):
            known.checked = 0.0
            return False
        for one in known.imports:
            inner = self._known.get(one)
            if inner is None or not self._is_fresh(one, inner):
                known.checked = 0.0
                return False
        return True


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_mtime_ns, status.st_size)


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
