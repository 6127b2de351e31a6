"""What the last scan of a project printed, kept while nothing that it depends on has changed.

A scan's result depends on the files scanned, on those that they import from outside the scanned folders, on the mapping rows
(a project's own included), on the settings, and on MindPort itself. All are told by path, size and time of change: looking
at them costs no more than finding the files. Any difference means a new scan; so does an entry that cannot be read.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mindport.mapping import load
from mindport.project.walk import Project

_PACKAGE = Path(__file__).resolve().parents[1]
_KEPT = 40
"""Entries in the cache; the oldest go first."""


@dataclass(frozen=True)
class Entry:
    """A printed result in UTF-8; ``facts`` is what the command needs besides: counts and the like."""

    facts: dict[str, object]
    text: bytes


@dataclass(frozen=True)
class Slot:
    """Where the result of one scan, in one form, is kept, and the state of everything that was there before it ran."""

    path: Path
    fingerprint: str

    def read(self) -> Entry | None:
        """The entry, if what it depends on is as it was. Effect: reads the cache."""
        try:
            with self.path.open("rb") as stream:
                head = json.loads(stream.readline())
                if head["fingerprint"] != self.fingerprint or not _same(head["outside"]):
                    return None
                return Entry(head["facts"], stream.read())
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, entry: Entry, read: Iterable[str]) -> None:
        """Keeps ``entry``; ``read`` are the files that were looked at. Effect: writes the cache; failing to is no error."""
        outside = [[path, *_state(path)] for path in sorted(set(read))]
        head = {"fingerprint": self.fingerprint, "outside": outside, "facts": entry.facts}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # In one step: another scan may read it at the same time.
            handle, name = tempfile.mkstemp(dir=self.path.parent, suffix=".tmp")
            with os.fdopen(handle, "wb") as stream:
                stream.write(json.dumps(head).encode() + b"\n")
                stream.write(entry.text)
            Path(name).replace(self.path)
            _prune(self.path.parent)
        except OSError:
            return


def slot(project: Project, paths: Sequence[Path], settings: Sequence[str]) -> Slot:
    """The slot of a scan; ``settings`` is everything else that shapes the result (target, version, language, format)."""
    where = [str(Path(path).resolve()) for path in paths]
    name = hashlib.sha256("\0".join([*where, "", *settings]).encode()).hexdigest()[:24]
    digest = hashlib.sha256()
    for file in (*project.sources, *project.notebooks):
        size, changed = _state(file.path)
        digest.update(f"{file.relative}\0{size}\0{changed}\n".encode("utf-8", "surrogatepass"))
    for path in _own_rows(project.root):
        digest.update(f"{path}\0{_state(path)}\n".encode())
    digest.update(_rules().encode())
    return Slot(_folder() / f"{name}.txt", digest.hexdigest())


def _folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or str(Path.home() / ".cache")
    return Path(base) / "mindport" / "scans"


def _rules() -> str:
    """State of the mapping rows and of MindPort's own code."""
    database = load.find()
    rows = load.stamp(database) if database.is_source else str(_state(database.root / load.COMPILED))
    digest = hashlib.sha256(rows.encode())
    for folder, _, names in sorted(os.walk(_PACKAGE)):
        if not folder.endswith("__pycache__"):
            for name in sorted(names):
                digest.update(f"{name}{_state(f'{folder}{os.sep}{name}')}".encode())
    return digest.hexdigest()


def _own_rows(root: Path) -> list[str]:
    folder = root.resolve()
    found: list[str] = []
    for one in (folder, *folder.parents):
        own = one / ".mindport"
        if own.is_dir():
            found += sorted(str(path) for path in own.rglob("*") if path.suffix in (".yaml", ".py"))
    return found


def _state(path: str | Path) -> tuple[int, int]:
    try:
        status = os.stat(path)  # noqa: PTH116 - thousands of them, and no path object is as quick
    except OSError:
        return (-1, 0)
    return (status.st_size, status.st_mtime_ns)


def _same(outside: Iterable[Sequence[object]]) -> bool:
    return all(_state(str(path)) == (size, changed) for path, size, changed in outside)


def _prune(folder: Path) -> None:
    entries = sorted(folder.glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in entries[_KEPT:]:
        path.unlink(missing_ok=True)
