"""Where a project's own rows stand, and whether they have changed; ``own`` reads them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

FOLDER = ".mindport"
PATTERNS = ("rows/*.yaml", "rows/*/*.yaml", "helpers/*.py")


class OwnRows(NamedTuple):
    """The folder ``.mindport`` of a project; ``stamp`` tells whether anything in it has changed."""

    folder: Path
    stamp: str


def find(start: Path) -> OwnRows | None:
    """The rows that hold for a file or folder: those of the nearest folder with some. Effect: looks at the disk."""
    first = start if start.is_dir() else start.parent
    for candidate in (first.resolve(), *first.resolve().parents):
        folder = candidate / FOLDER
        if (folder / "rows").is_dir():
            return OwnRows(folder, _stamp(folder))
    return None


def _stamp(folder: Path) -> str:
    parts = []
    for pattern in PATTERNS:
        for path in sorted(folder.glob(pattern)):
            try:
                status = path.stat()
            except OSError:
                continue
            parts.append(f"{path.relative_to(folder).as_posix()}:{status.st_size}:{status.st_mtime_ns}")
    return "\n".join(parts)
