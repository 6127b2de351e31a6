"""Finds the files of a project: what the user meant, without environments, caches and version control."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatch
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

SKIPPED = frozenset({"__pycache__", "node_modules", "site-packages", "__pypackages__"})
# A folder that holds one of these is an environment, not the project.
_ENVIRONMENT_MARKS = frozenset({"pyvenv.cfg", "conda-meta"})


class PathMissing(Exception):
    """A path that the user named does not exist; the text is that path."""


class ProjectFile(NamedTuple):
    """A file, by its absolute path, and its path relative to the project's root, with ``/``."""

    path: Path
    relative: str


class Project(NamedTuple):
    """The files under the given paths: Python sources, notebooks, and all others."""

    root: Path
    sources: tuple[ProjectFile, ...]
    notebooks: tuple[ProjectFile, ...]
    others: tuple[ProjectFile, ...]


def walk(paths: Sequence[Path], exclude: Sequence[str] = (), without: Path | None = None) -> Project:
    """Files under ``paths``, each once, in a stable order; a file that is named itself is always taken.

    ``exclude`` are patterns over relative paths; ``without`` is a folder left out (where results are written).
    Raises ``PathMissing``.
    """
    sources: list[ProjectFile] = []
    notebooks: list[ProjectFile] = []
    others: list[ProjectFile] = []
    here = f"{Path.cwd()}{os.sep}"  # ``Path.absolute`` asks for it each time
    for file, relative, named in found(paths, exclude, without):
        entry = ProjectFile(Path(file if os.path.isabs(file) else here + file), relative)  # noqa: PTH117
        if relative.endswith(".ipynb"):
            notebooks.append(entry)
        elif named or relative.endswith((".py", ".pyi")):
            sources.append(entry)
        else:
            others.append(entry)
    return Project(root_of(paths), tuple(sources), tuple(notebooks), tuple(others))


def found(
    paths: Sequence[Path], exclude: Sequence[str] = (), without: Path | None = None
) -> Iterator[tuple[str, str, bool]]:
    """As ``walk``, without an object for each file: its path, the relative one, and whether it was named itself."""
    for path in paths:
        if not path.exists():
            raise PathMissing(str(path))
    root = root_of(paths)
    left_out = without.resolve() if without is not None else None
    seen: set[str] = set()
    for path in paths:
        named = path.is_file()
        relative = _relative(path, root)
        files = [(str(path), os.path.realpath(path), relative)] if named else _files(path, left_out, relative)
        for file, real, relative in files:
            if real in seen or (exclude and not named and _excluded(relative, exclude)):
                continue
            seen.add(real)
            yield file, relative, named


def root_of(paths: Sequence[Path]) -> Path:
    """The folder that paths are relative to: a lone folder itself, a lone file's folder, else the common one."""
    folders = [path if path.is_dir() else path.parent for path in paths]
    if len(folders) == 1:
        return folders[0]
    return Path(os.path.commonpath([folder.resolve() for folder in folders]))


def _relative(file: Path, root: Path) -> str:
    try:
        return file.relative_to(root).as_posix()
    except ValueError:
        # `file.resolve()` would follow a link out of the project.
        return Path(os.path.relpath(Path(file).absolute(), root.resolve())).as_posix()


def _files(top: Path, left_out: Path | None, relative: str) -> Iterator[tuple[str, str, str]]:
    """Files with their real paths and their paths relative to the root, those of a folder before those of folders within.
    Links are followed file by file, folders once. ``relative`` is where ``top`` is."""
    visited: set[tuple[int, int]] = set()
    # What lies in a folder is told from its entries alone: no object and no question to the disk for a file.
    stack = [(str(top), os.path.realpath(top), "" if relative == "." else relative + "/")]
    while stack:
        folder, real, before = stack.pop()
        try:
            status = os.stat(folder)  # noqa: PTH116
            with os.scandir(folder) as listing:
                entries = sorted(((entry.name, entry) for entry in listing), key=itemgetter(0))
        except OSError:
            continue
        if (status.st_dev, status.st_ino) in visited:
            continue  # a symbolic link that leads back up
        visited.add((status.st_dev, status.st_ino))
        if len(visited) > 1 and not _ENVIRONMENT_MARKS.isdisjoint(name for name, _ in entries):
            continue
        within: list[tuple[str, str, str]] = []
        for name, entry in entries:
            link = entry.is_symlink()
            if _is_dir(entry):
                if name not in SKIPPED and not name.startswith(".") and not name.endswith(".egg-info"):
                    place = os.path.realpath(entry.path) if link else f"{real}{os.sep}{name}"
                    if left_out is None or place != str(left_out):
                        within.append((entry.path, place, f"{before}{name}/"))
            elif not link and entry.is_file():
                yield entry.path, f"{real}{os.sep}{name}", before + name
            elif Path(entry.path).is_file():
                yield entry.path, os.path.realpath(entry.path), before + name
        stack.extend(reversed(within))


def _is_dir(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _excluded(relative: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch(relative, pattern) or relative.startswith(pattern.rstrip("/") + "/") for pattern in patterns)
