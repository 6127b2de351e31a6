"""The folder of a project, and the Python files in it, in which callers of a file's functions are looked for."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from operator import itemgetter
from pathlib import Path

ROOT_MARKS = (".git", "pyproject.toml", "setup.py", "setup.cfg", "mindport.toml")
_MOST_FOLDERS = 6
_MOST_FILES = 6000
_NONE: Mapping[str, str] = {}
_SKIPPED = frozenset(["node_modules", "__pycache__", "site-packages", "dist-packages", "venv", "env", "build", "dist"])


def project_folder(path: Path) -> Path:
    """The folder that holds all files which may call a file's functions: its project, or the packages around it."""
    folder = path.absolute().parent
    packages = folder
    while (packages / "__init__.py").is_file() and packages != packages.parent:
        packages = packages.parent
    above = folder
    for _ in range(_MOST_FOLDERS):
        place = str(above)  # a scan asks this of hundreds of folders, and no path object is as quick
        if any(os.path.exists(f"{place}{os.sep}{mark}") for mark in ROOT_MARKS):  # noqa: PTH110
            return above
        above = above.parent
    inner = folder
    while inner.parent != packages and inner != packages:
        inner = inner.parent
    return inner


def files_below(folder: Path) -> list[Path] | None:
    """Python files of a project; None for a folder that is too large to be one."""
    found: list[Path] = []
    for entry in entries_below(folder):
        found.append(Path(entry.path))
        if len(found) > _MOST_FILES:
            return None
    return found


def state_below(folder: str, known: Mapping[str, str] = _NONE) -> str:
    """Differs when ``files_below`` would give other files, or changed ones. ``known`` are states of files that were looked at
    just now."""
    lines: list[str] = []
    for entry in entries_below(folder):
        state = known.get(entry.path)
        if state is None:
            try:
                status = entry.stat()
            except OSError:
                continue
            state = f"({status.st_size}, {status.st_mtime_ns})"
        lines.append(f"{entry.path}\0{state}")
        if len(lines) > _MOST_FILES:
            return ""
    return "\n".join(lines)


def entries_below(folder: Path | str) -> Iterator[os.DirEntry[str]]:
    """Python files in a folder, then in the folders within; links to folders are not followed."""
    stack = [str(folder)]
    while stack:
        try:
            with os.scandir(stack.pop()) as listing:
                entries = sorted(((entry.name, entry) for entry in listing), key=itemgetter(0))
        except OSError:
            continue
        within: list[str] = []
        for name, entry in entries:
            if name.endswith(".py") and not entry.is_dir():
                yield entry
            elif entry.is_dir(follow_symlinks=False) and name not in _SKIPPED and not name.startswith("."):
                within.append(entry.path)
        stack.extend(reversed(within))
