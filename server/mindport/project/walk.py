"""Finds the files of a project: what the user meant, without environments, caches and version control."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

SKIPPED = frozenset({"__pycache__", "node_modules", "site-packages", "__pypackages__"})
# A folder that holds one of these is an environment, not the project.
_ENVIRONMENT_MARKS = ("pyvenv.cfg", "conda-meta")


class PathMissing(Exception):
    """A path that the user named does not exist; the text is that path."""


@dataclass(frozen=True)
class ProjectFile:
    """A file and its path relative to the project's root, with ``/``."""

    path: Path
    relative: str


@dataclass(frozen=True)
class Project:
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
    for path in paths:
        if not path.exists():
            raise PathMissing(str(path))
    root = root_of(paths)
    left_out = without.resolve() if without is not None else None
    sources: list[ProjectFile] = []
    notebooks: list[ProjectFile] = []
    others: list[ProjectFile] = []
    seen: set[str] = set()
    for path in paths:
        named = path.is_file()
        found = [(path, os.path.realpath(path), _relative(path, root))] if named else _files(path, left_out, root)
        for file, real, relative in found:
            if real in seen or (exclude and not named and _excluded(relative, exclude)):
                continue
            seen.add(real)
            entry = ProjectFile(file, relative)
            if relative.endswith(".ipynb"):
                notebooks.append(entry)
            elif named or relative.endswith((".py", ".pyi")):
                sources.append(entry)
            else:
                others.append(entry)
    return Project(root, tuple(sources), tuple(notebooks), tuple(others))


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


def _files(folder: Path, left_out: Path | None, root: Path) -> Iterator[tuple[Path, str, str]]:
    """Files with their real paths and their paths relative to ``root``. Links are followed file by file, folders once."""
    visited: set[tuple[int, int]] = set()
    for parent, folders, names in os.walk(folder, followlinks=True):
        here = Path(parent)
        stat = here.stat()
        if (stat.st_dev, stat.st_ino) in visited:
            folders.clear()  # a symbolic link that leads back up
            continue
        visited.add((stat.st_dev, stat.st_ino))
        folders[:] = sorted(name for name in folders if not _skipped(Path(parent, name), left_out))
        real, relative = os.path.realpath(parent), _relative(here, root)
        before = "" if relative == "." else relative + "/"
        linked = {entry.name: not entry.is_symlink() and entry.is_file() for entry in os.scandir(parent)}
        for name in sorted(names):
            file = here / name
            if linked.get(name):
                yield file, f"{real}{os.sep}{name}", before + name
            elif file.is_file():
                yield file, os.path.realpath(file), before + name


def _skipped(folder: Path, left_out: Path | None) -> bool:
    if folder.name in SKIPPED or folder.name.startswith(".") or folder.name.endswith(".egg-info"):
        return True
    if left_out is not None and folder.resolve() == left_out:
        return True
    return any((folder / mark).exists() for mark in _ENVIRONMENT_MARKS)


def _excluded(relative: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch(relative, pattern) or relative.startswith(pattern.rstrip("/") + "/") for pattern in patterns)
