"""What the last scan of a project printed, kept while nothing that it depends on has changed.

A scan's result depends on the files scanned, on those that they import from outside the scanned folders, on the files of their
project that may call them, on the mapping rows (a project's own included), on the settings, and on MindPort itself. All are
told by path, size and time of change: looking at them costs no more than finding the files. Where only times differ (another
checkout of the same files), digests of their contents tell. Any other difference means a new scan; so does an entry that cannot
be read.
"""

from __future__ import annotations

import json
import mmap
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from mindport.mapping import place
from mindport.project import walk
from mindport.semantics import folders

_PACKAGE = Path(__file__).resolve().parents[1]
_KEPT = 40
"""Entries in the cache; the oldest go first."""


Digest = Callable[[str, tuple[int, int]], str | None]
"""Gives the digest of a file in a state, where it is known."""


class Entry(NamedTuple):
    """A printed result in UTF-8; ``facts`` is what the command needs besides: counts and the like."""

    facts: Mapping[str, object]
    text: bytes | memoryview


class Slot(NamedTuple):
    """Where the result of one scan, in one form, is kept, and the state of everything that was there before it ran;
    ``files`` are the states of the scanned files alone, by path. ``apart``: where what is known of each file is kept, in whatever
    form it is told; ``rules``: the state of all that this depends on besides files."""

    path: Path
    state: str
    files: Mapping[str, str]
    apart: Path
    rules: str

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
            try:
                head, digests = json.loads(stream.readline()), stream.readline()
                now = self._now(head["read"], head["folders"])
                then = [head["state"], *head["read"].values(), *head["folders"].values()]
                same = then == now or _same_contents(then, now, json.loads(digests))
                facts = head["facts"] if same else None
            except (OSError, ValueError, KeyError, TypeError, AttributeError):
                facts = None
            if not isinstance(facts, dict):
                yield None
                return
            begin = stream.tell()
            if os.fstat(stream.fileno()).st_size == begin:
                yield Entry(facts, b"")
                return
            mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
            with mapped, memoryview(mapped) as whole, whole[begin:] as text:
                entry = Entry(facts, text)
                if then != now:  # so that contents need not be compared again
                    self.write(entry, head["read"], head["folders"])
                yield entry

    def _now(self, read: Iterable[str], looked_in: Iterable[str]) -> list[str]:
        """The states of all that is told by its files."""
        outside = (_line(path, _state(path)) for path in read)
        return [self.state, *outside, *(folders.state_below(folder, self.files) for folder in looked_in)]

    def write(
        self, entry: Entry, read: Iterable[str], looked_in: Iterable[str], digest: Digest = lambda path, state: None
    ) -> None:
        """Keeps ``entry``; ``read`` are files that were looked at, ``looked_in`` folders in which all files were,
        ``digest`` gives digests that are known. Effect: writes the cache; failing to is no error."""
        import tempfile

        outside = {path: _line(path, _state(path)) for path in sorted(set(read) - self.files.keys())}
        around = {folder: folders.state_below(folder, self.files) for folder in sorted(set(looked_in))}
        head = {"state": self.state, "read": outside, "folders": around, "facts": entry.facts}
        lines = (line for told in (self.state, *outside.values(), *around.values()) for line in told.split("\n"))
        digests = _digests(lines, digest)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # In one step: another scan may read it at the same time.
            handle, name = tempfile.mkstemp(dir=self.path.parent, suffix=".tmp")
            with os.fdopen(handle, "wb") as stream:
                stream.write(json.dumps(head).encode() + b"\n" + json.dumps(digests).encode() + b"\n")
                stream.write(entry.text)
            Path(name).replace(self.path)
            _prune(self.path.parent)
        except OSError:
            return


def slot(paths: Sequence[Path], exclude: Sequence[str], settings: Sequence[str], form: str) -> Slot:
    """The slot of a scan; ``settings`` is everything else that shapes the result (target, version, language), but for its
    form."""
    apart = "\0".join([*(str(path.resolve()) for path in paths), *map(str, paths), "", *exclude, "", *settings])
    about = f"{apart}\0{form}"
    lines = [about]
    files: dict[str, str] = {}
    for path, relative, named in walk.found(paths, exclude):
        if named or relative.endswith((".py", ".pyi", ".ipynb")):
            files[path] = str(_state(path))
            lines.append(_line(path, files[path]))
    rules = [*(_line(path, _state(path)) for path in _own_rows(walk.root_of(paths))), _rules()]
    lines += rules
    folder = _folder()
    return Slot(
        folder / f"{_name(about)}.txt",
        "\n".join(lines),
        files,
        folder / f"{_name(apart)}.files",
        "\n".join([apart, *rules]),
    )


def _name(text: str) -> str:
    name = text.encode("utf-8", "surrogatepass")
    return f"{zlib.crc32(name):08x}{zlib.adler32(name):08x}"


def _line(path: str, state: object) -> str:
    return f"{path}\0{state}"


def _same_contents(then: Sequence[str], now: Sequence[str], digests: Mapping[str, str]) -> bool:
    """Whether states differ in times alone, and what stands in these files is what stood there then."""
    before, after = ([line for told in states for line in told.split("\n")] for states in (then, now))
    if len(before) != len(after):
        return False
    changed = {(one, other) for one, other in zip(before, after) if one != other}
    # The time is the last part of a line; what is no file, or has no digest, has to be the same.
    if any(one.rpartition(",")[0] != other.rpartition(",")[0] for one, other in changed):
        return False
    paths = {one.partition("\0")[0] for one, _ in changed}
    return all(path in digests and _digest(path) == digests[path] for path in paths)


def _digests(lines: Iterable[str], known: Digest) -> dict[str, str]:
    """Digests of files by path; of those that are still as these lines have them."""
    found: dict[str, str] = {}
    for line in lines:
        path, _, state = line.partition("\0")
        if path not in found and state == str(now := _state(path)):
            digest = known(path, now) or _digest(path)
            if digest is not None:
                found[path] = digest
    return found


def _digest(path: str) -> str | None:
    import hashlib  # seldom asked for, and slow to import

    try:
        return hashlib.blake2b(Path(path).read_bytes(), digest_size=16).hexdigest()
    except OSError:
        return None


def _folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or str(Path.home() / ".cache")
    return Path(base) / "mindport" / "scans"


def _rules() -> str:
    """State of the mapping rows and of MindPort's own code."""
    database = place.find()
    compiled = str(database.root / place.COMPILED)
    lines = [place.stamp(database) if database.is_source else _line(compiled, _state(compiled))]
    stack = [str(_PACKAGE)]
    while stack:
        with os.scandir(stack.pop()) as listing:
            for entry in listing:
                if entry.is_dir():
                    if entry.name != "__pycache__":
                        stack.append(entry.path)
                else:
                    status = entry.stat()
                    lines.append(_line(entry.path, (status.st_size, status.st_mtime_ns)))
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
    for form in ("*.txt", "*.files"):
        entries = sorted(folder.glob(form), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in entries[_KEPT:]:
            path.unlink(missing_ok=True)
