"""What the last scan of a project printed, kept while nothing that it depends on has changed.

A scan's result depends on the files scanned, on those that they import from outside the scanned folders, on the files of their
project that may call them, on the mapping rows (a project's own included), on the settings, and on MindPort itself. All are
told by path, size and time of change: looking at them costs no more than finding the files. Any difference means a new scan;
so does an entry that cannot be read.
"""

from __future__ import annotations

import json
import mmap
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mindport.mapping import place
from mindport.project import walk
from mindport.semantics import folders

_PACKAGE = Path(__file__).resolve().parents[1]
_KEPT = 40
"""Entries in the cache; the oldest go first."""


@dataclass(frozen=True)
class Entry:
    """A printed result in UTF-8; ``facts`` is what the command needs besides: counts and the like."""

    facts: Mapping[str, object]
    text: bytes | memoryview


@dataclass(frozen=True)
class Slot:
    """Where the result of one scan, in one form, is kept, and the state of everything that was there before it ran;
    ``files`` are the states of the scanned files alone, by path."""

    path: Path
    state: str
    files: Mapping[str, str]

    @contextmanager
    def read(self) -> Iterator[Entry | None]:
        """The entry, if what it depends on is as it was; its text may be many megabytes, and is not copied. Effect: reads the
        cache."""
        try:
            stream = self.path.open("rb")
        except OSError:
            yield None
            return
        with stream:
            facts = self._facts(stream.readline())
            if facts is None:
                yield None
                return
            begin = stream.tell()
            if os.fstat(stream.fileno()).st_size == begin:
                yield Entry(facts, b"")
                return
            mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
            with mapped, memoryview(mapped) as whole, whole[begin:] as text:
                yield Entry(facts, text)

    def _facts(self, line: bytes) -> Mapping[str, object] | None:
        try:
            head = json.loads(line)
            same = head["state"] == self.state and self._same(head["read"], head["folders"])
            facts = head["facts"] if same else None
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return facts if isinstance(facts, dict) else None

    def _same(self, read: Iterable[Sequence[object]], looked_in: Iterable[Sequence[object]]) -> bool:
        if not all(_state(str(path)) == (size, changed) for path, size, changed in read):
            return False
        return all(folders.state_below(str(folder), self.files) == state for folder, state in looked_in)

    def write(self, entry: Entry, read: Iterable[str], looked_in: Iterable[str]) -> None:
        """Keeps ``entry``; ``read`` are files that were looked at, ``looked_in`` folders in which all files were. Effect: writes
        the cache; failing to is no error."""
        import tempfile

        head = {
            "state": self.state,
            "read": [[path, *_state(path)] for path in sorted(set(read))],
            "folders": [[folder, folders.state_below(folder, self.files)] for folder in sorted(set(looked_in))],
            "facts": entry.facts,
        }
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


def slot(paths: Sequence[Path], exclude: Sequence[str], settings: Sequence[str]) -> Slot:
    """The slot of a scan; ``settings`` is everything else that shapes the result (target, version, language, format)."""
    about = "\0".join([*(str(path.resolve()) for path in paths), "", *exclude, "", *settings])
    lines = [about]
    files: dict[str, str] = {}
    for path, relative, named in walk.found(paths, exclude):
        if named or relative.endswith((".py", ".pyi", ".ipynb")):
            state = files[path] = str(_state(path))
            lines.append(f"{relative}\0{state}")
    lines += [f"{path}\0{_state(path)}" for path in _own_rows(walk.root_of(paths))]
    lines.append(_rules())
    name = about.encode("utf-8", "surrogatepass")
    return Slot(_folder() / f"{zlib.crc32(name):08x}{zlib.adler32(name):08x}.txt", "\n".join(lines), files)


def _folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or str(Path.home() / ".cache")
    return Path(base) / "mindport" / "scans"


def _rules() -> str:
    """State of the mapping rows and of MindPort's own code."""
    database = place.find()
    lines = [place.stamp(database) if database.is_source else str(_state(database.root / place.COMPILED))]
    stack = [str(_PACKAGE)]
    while stack:
        with os.scandir(stack.pop()) as listing:
            for entry in listing:
                if entry.is_dir():
                    if entry.name != "__pycache__":
                        stack.append(entry.path)
                else:
                    status = entry.stat()
                    lines.append(f"{entry.path}\0{status.st_size}\0{status.st_mtime_ns}")
    return "\n".join(sorted(lines))


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


def _prune(folder: Path) -> None:
    entries = sorted(folder.glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in entries[_KEPT:]:
        path.unlink(missing_ok=True)
