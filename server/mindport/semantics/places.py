"""Where the files lie that a project's imports mean. Places are strings here: a scan asks for a hundred thousand, and a ``Path``
costs many times what looking does."""

from __future__ import annotations

import itertools
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from mindport.semantics.folders import ROOT_MARKS
from mindport.semantics.installed import Installed

_MAX_DEPTH: Final = 12  # folders above a file
_MAX_CLIMB: Final = 4
_MAX_GUESSED: Final = 2  # folders above, for a name of several parts
_SOURCES: Final = ("src", "lib")
"""Folders of a project that hold its packages, by convention."""


class Places:
    """Finds modules by the rules of Python. ``root`` bounds the search; without one a file's own folder and the packages around
    it are searched. ``snapshot``: nothing changes while this object lives, so that nothing is looked at twice. ``traced``: the
    folders that were looked in are noted, for ``news``."""

    def __init__(self, root: Path | None = None, snapshot: bool = False, traced: bool = False) -> None:
        self._root = root.resolve() if root is not None else None
        self._bound = os.path.join(str(self._root), "")
        self._snapshot = snapshot
        self._traced = traced
        self._found: dict[tuple[str, int, str], tuple[Path, ...]] = {}
        self._relative: dict[tuple[str, str], tuple[Path, ...]] = {}
        # By the path as text: path objects are slow to hash and to compare.
        self._places: dict[str, tuple[Path, str]] = {}
        self._listed: dict[str, frozenset[str]] = {}
        self._searched: dict[tuple[str, int], list[str]] = {}
        self._roots: dict[str, bool] = {}
        self._installed = Installed()
        self._times: dict[str, int] = {}
        self._looked_in: dict[str, int] = {}
        self._new: list[tuple[str, int, str]] = []  # of what was found, since it was told

    def module_path(self, module: str, level: int, importer: Path | None) -> Path | None:
        """The file that an import in ``importer`` reaches."""
        if importer is None:
            return None
        importer, folder = self.place(importer)
        if not self._snapshot:
            return next((found for found in self._candidates(importer, module, level) if found != importer), None)
        key = (folder, level, module)
        known = self._found.get(key)
        if known is None:
            known = self._found[key] = self._reached(importer, module, level)
            self._new.append(key)
        name = str(importer)
        for found in known:
            if found is not importer and str(found) != name:  # as ``found != importer``, which takes both apart
                return found
        return None

    def _reached(self, importer: Path, module: str, level: int) -> tuple[Path, ...]:
        """Files that an import may mean. Those with dots mean the same in all folders from which they lead to the same one."""
        if not level:
            return tuple(self._candidates(importer, module, level))
        key = (self._folders_kept(self.place(importer)[1], level)[0], module)
        found = self._relative.get(key)
        if found is None:
            found = self._relative[key] = tuple(self._candidates(importer, module, level))
        return found

    def place(self, path: Path) -> tuple[Path, str]:
        """The absolute path of a file, and its folder's; kept, because paths are slow to take apart."""
        name = str(path)
        known = self._places.get(name)
        if known is None:
            absolute = path.absolute()
            known = self._places[name] = (absolute, str(absolute.parent))
        return known

    def _candidates(self, importer: Path, module: str, level: int) -> Iterator[Path]:
        """Files that an import in a file of this folder may mean, the nearest first."""
        parts = [part for part in module.split(".") if part]
        folders = self._folders_kept(self.place(importer)[1], level)
        if level == 0 and parts and parts[0] in sys.stdlib_module_names:
            yield from self._before_python(folders, parts)
            return
        yield from self._found_in(folders, parts, folders[0] if level == 0 else "")
        if level or not parts:
            return
        around = folders
        if self._root is None and not self._is_root(folders[-1]):
            # A folder that nothing marks may still be where a program starts: ``from base.net import Net`` in ``nets``.
            most = _MAX_GUESSED if len(parts) > 1 else 1
            above = [one for one in itertools.islice(_above(folders[-1]), most) if one not in folders]
            yield from self._found_in(above, parts, folders[0])
            # A package around the file itself may be farther up: one between them has no ``__init__.py``.
            farther = itertools.islice(_above(folders[-1]), most, _MAX_DEPTH)
            yield from self._found_in([one for one in farther if _is_own(folders[0], one, parts[0])], parts, folders[0])
            around = [*folders, *above]
        # A script beside ``src`` puts it into Python's path, or it is installed.
        beside = [f"{one}{os.sep}{inner}" for one in around for inner in _SOURCES]
        yield from self._found_in([one for one in beside if one not in around], parts, folders[0])

    def _found_in(self, folders: Sequence[str], parts: list[str], importer: str) -> Iterator[Path]:
        """The module in each of the folders that has it. ``importer``: the folder of the file that imports it by its whole name,
        beside whose package it may be installed; else empty."""
        for folder in folders:
            likely = self._may_hold(folder, parts)
            if self._traced:
                self._note_folders(folder, parts if likely else [])
            found = _find(folder, parts) if likely else None
            if found is None:
                continue
            if importer and parts and not _is_own(importer, folder, parts[0]):
                if self._installed.is_foreign(folder, parts[0]):
                    continue
            yield Path(found)

    def _before_python(self, folders: Iterable[str], parts: list[str]) -> Iterator[Path]:
        """Files that a name of Python's own means instead (``code.py``): a program's folder is looked in before the standard
        library, where it holds a module or a package in full. What lies beside a file within a package is not looked at."""
        for folder in folders:
            likely = self._may_hold(folder, parts)
            if self._traced:
                self._note_folders(folder, parts if likely else [])
            if likely and _find(folder, parts[:1]) is not None and _find(folder, []) is None:
                found = _find(folder, parts)
                if found is not None:
                    yield Path(found)

    def _may_hold(self, folder: str, parts: list[str]) -> bool:
        """Whether looking for a module in a folder is worth it: most imports are of installed packages."""
        if not self._snapshot or not parts:
            return True
        names = self._listed.get(folder)
        if names is None:
            try:
                names = frozenset(entry.name for entry in os.scandir(folder))
            except OSError:
                names = frozenset()
            self._listed[folder] = names
        return parts[0] in names or f"{parts[0]}.py" in names

    def candidates(self, folder: Path, module: str, level: int) -> tuple[Path, ...]:
        """Files that an import in a file of this folder may mean, the nearest first. Effect: reads the disk."""
        return tuple(self._candidates(folder / "_.py", module, level))

    def news(self) -> tuple[list[tuple[str, int, str, list[str]]], list[tuple[str, int]]]:
        """Since the last time: where imports lead (folder of the importer, dots, module, files), and folders that were looked in,
        with their times of change."""
        new, self._new = self._new, []
        found = [(*key, [str(one) for one in self._found[key]]) for key in new]
        folders, self._looked_in = self._looked_in, {}
        return found, list(folders.items())

    def _note_folders(self, folder: str, parts: list[str]) -> None:
        """Notes in which folders a module is looked for, and those around that tell how far to look."""
        if folder not in self._times:
            for one in (folder, *_above(folder)):
                self._look_in(one)
        place = folder
        for part in parts:
            place = f"{place}{os.sep}{part}"
            if place not in self._times:
                self._look_in(place)
            if self._times[place] < 0:
                break  # what lies in it tells

    def _look_in(self, folder: str) -> None:
        try:
            found = os.stat(folder)
            time = found.st_mtime_ns if stat.S_ISDIR(found.st_mode) else -1
        except OSError:
            time = -1
        self._times[folder] = time
        if time >= 0:
            self._looked_in[folder] = time

    def _folders_kept(self, folder: str, level: int) -> list[str]:
        if not self._snapshot:
            return self._folders(folder, level)
        key = (folder, level)
        found = self._searched.get(key)
        if found is None:
            found = self._searched[key] = self._folders(folder, level)
        return found

    def _folders(self, folder: str, level: int) -> list[str]:
        """Folders in which an import in a file of this one looks, the nearest first."""
        if level:
            for _ in range(level - 1):
                folder = os.path.dirname(folder)
            return [folder]
        folders = [folder]
        # A file inside packages is imported from above them; in a project, from any folder up to its root.
        for above in _above(folder):
            if len(folders) >= _MAX_DEPTH:
                break
            inside = os.path.isfile(os.path.join(folder, "__init__.py"))
            within = self._root is not None and folder.startswith(self._bound)
            if not inside and not within and (self._root is not None or not self._has_root_above(folder)):
                break
            folder = above
            folders.append(folder)
        return folders

    def _has_root_above(self, folder: str) -> bool:
        """Whether a folder not far above looks like a project's root, and this one does not."""
        if self._is_root(folder):
            return False
        return any(map(self._is_root, itertools.islice(_above(folder), _MAX_CLIMB)))

    def _is_root(self, folder: str) -> bool:
        """Whether a folder looks like a project's root."""
        if not self._snapshot:
            return _is_marked(folder)
        known = self._roots.get(folder)
        if known is None:
            known = self._roots[folder] = _is_marked(folder)
        return known


def _is_own(importer: str, folder: str, package: str) -> bool:
    return f"{importer}{os.sep}".startswith(f"{folder}{os.sep}{package}{os.sep}")


def _above(folder: str) -> Iterator[str]:
    """The folders around a folder, the nearest first."""
    above = os.path.dirname(folder)
    while above != folder:
        yield above
        folder, above = above, os.path.dirname(above)


def _is_marked(folder: str) -> bool:
    return any(os.path.exists(os.path.join(folder, mark)) for mark in ROOT_MARKS)


def _find(folder: str, parts: list[str]) -> str | None:
    target = os.path.join(folder, *parts)
    for candidate in (f"{target}.py" if parts else None, os.path.join(target, "__init__.py")):
        if candidate is not None and os.path.isfile(candidate):
            return candidate
    return None
