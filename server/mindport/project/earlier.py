"""What the last scan of a project left of each file, so that the next one walks only what a change can make a difference to.

The walk of a file is a function of its text, of what it reads of other files (``project.staleness``) and of the evidence from
its callers. So a scan goes through the very same rounds as ever (``project.rounds``), and where all of these are as they were, it
takes what the walk gave then. That a file's walk comes out differently others learn by their evidence.
"""

from __future__ import annotations

import functools
import marshal
import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from mindport.project import disk, files
from mindport.project.order import Import, Order, imports_of
from mindport.project.rounds import Callers
from mindport.project.staleness import Dependences, Key
from mindport.semantics.pieces import Names
from mindport.semantics.places import Places
from mindport.semantics.project import Read

_CHANGED: disk.State = (-2, 0)
_MOST_AHEAD = 200  # files; with more it is likely that some tell others something else


class Kept(NamedTuple):
    """What a walk gave: ``evidence`` and ``told`` are digests, ``given`` (the evidence), ``walked`` and ``packed`` as they are
    written."""

    evidence: bytes
    given: bytes
    described: bool
    walked: bytes | None
    told: bytes
    packed: bytes | None
    counts: Mapping[str, int]


class Content(NamedTuple):
    """Of a file's content: its digest, its import statements, whether it names torch."""

    digest: bytes
    imports: list[Import]
    torch: bool


@dataclass
class Earlier:
    """``place`` is where it is kept; ``settings`` tells everything but files that shapes a result."""

    place: Path
    settings: str
    _states: dict[str, disk.State] = field(default_factory=dict)
    _digests: dict[str, bytes] = field(default_factory=dict)
    _contents: dict[str, Content] = field(default_factory=dict)
    _folders: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    _around: dict[str, bytes] = field(default_factory=dict)
    _order: Any = None
    _callers: list[tuple[bytes, Callers]] = field(default_factory=list)
    _kept: dict[str, list[Kept]] = field(default_factory=dict)
    _dependences: Dependences = field(default_factory=Dependences)

    def __post_init__(self) -> None:
        self._here = f"{Path.cwd()}{os.sep}"
        self._scanned: frozenset[str] = frozenset()
        self._new_callers: list[tuple[bytes, Callers]] = []
        self._sought: frozenset[str] = frozenset()
        self._turned = False  # whether modules or marks of projects have come to a folder, or gone
        self._stale: set[str] = set()
        self._before: dict[str, list[Kept]] = {}  # what stale walks gave
        self._known_contents: dict[str, Content] = {}  # of all files, as they were
        self._new: dict[str, list[Kept]] = {}
        self._new_folders: dict[str, int] = {}
        self._at_first: dict[str, Collection[str]] = {}  # what was in the folders around when the scan began
        self._new_states: dict[str, disk.State] = {}
        with disk.uncollected():
            self._read_kept()

    def _read_kept(self) -> None:
        plain = disk.load(self.place, self.settings)
        if plain is None:
            return
        self._states, self._digests, contents, self._folders, self._around, self._order, self._callers, *rest = plain
        kept, dependences = rest
        self._contents = {path: Content(*one) for path, one in contents.items()}
        self._known_contents = dict(self._contents)
        self._kept = {path: [Kept(*one) for one in found] for path, found in kept.items()}
        self._dependences = Dependences.of_plain(marshal.loads(dependences))
        self._sought = self._dependences.sought()
        self._compare()

    # -- what has changed ----------------------------------------------------------------------------------------

    def _compare(self) -> None:
        """Looks at all files that were read. Effect: reads the disk."""
        changed: dict[str, Names | None] = {}
        for path, before in self._states.items():
            now = disk.state(path)
            if now == before:
                continue
            self._states[path] = now
            digest = disk.digest_of(path)
            if digest and digest == self._digests.get(path):
                continue
            self._digests[path] = digest
            self._contents.pop(path, None)
            changed[path] = disk.names_of(path, now)
        moved = self._moved()
        if not changed and not moved:
            return
        self._stale = self._dependences.drop(changed, moved)
        for path in self._stale:
            if path in self._kept:
                self._before[path] = self._kept.pop(path)

    def _moved(self) -> dict[Key, list[str]]:
        """Imports that mean other files than they did."""
        same = True
        for folder, (time, names) in self._folders.items():
            now = disk.folder_time(folder)
            if now != time:
                listed = disk.listed(folder, self._sought)
                same = same and listed == names
                self._folders[folder] = (now, listed)
        if same:
            return {}
        self._turned = True
        places = Places(snapshot=True)
        moved: dict[Key, list[str]] = {}
        for (folder, level, module), before in self._dependences.found.items():
            found = [str(path) for path in places.candidates(Path(folder), module, level)]
            if found != before:
                moved[(folder, level, module)] = found
        return moved

    # -- what a scan asks ----------------------------------------------------------------------------------------

    def begin(self, scanned: Iterable[str]) -> None:
        """These files are scanned now."""
        self._scanned = frozenset(scanned)

    def content(self, path: str) -> tuple[Content | None, str | None]:
        """What is to be known of a file beforehand, and its text where it had to be read; None where it cannot be."""
        known = self._contents.get(path)
        if known is not None:
            return known, None
        if not self._at_first:
            self._at_first = {str(one): disk.names_in(str(one)) for one in Path(path).parents}
        self._states[path] = disk.state(path)
        try:
            data = Path(path).read_bytes() if self._states[path][0] <= files.MAX_BYTES else None
        except OSError:
            data = None
        source = files.decode(data) if data is not None else None
        if data is None or not isinstance(source, files.SourceText):
            self._digests[path] = b""
            return None, None
        digest = self._digests[path] = disk.digest(data)
        found = self._contents[path] = Content(digest, imports_of(source.text), "torch" in source.text)
        return found, source.text

    def size(self, path: str) -> int:
        return self._states.get(path, disk.GONE)[0]

    def has(self, path: str) -> bool:
        """Whether a walk of the file may be taken over."""
        return path in self._kept

    def find(self, path: str, evidence: bytes, described: bool) -> Kept | None:
        """What a walk of the file with this evidence gave. Effect: looks at a file that was not known."""
        if path not in self._states:
            self._states[path] = disk.state(path)
        for one in self._kept.get(path, ()):
            if one.evidence == evidence and one.described == described:
                return one
        return None

    @functools.cached_property
    def _stays(self) -> bool:
        """Whether all is the same around the files that are scanned. Effect: reads the disk."""
        return not self._turned and all(disk.around(root, self._scanned) == was for root, was in self._around.items())

    def order(self, imports: Collection[str]) -> Order | None:
        """The order of the files, if it is the same as before; ``imports`` are those that can be read."""
        if self._order is None or set(imports) != self._known_contents.keys():
            return None
        if any(self._contents[path][1:] != was[1:] for path, was in self._known_contents.items()):
            return None
        return Order(*self._order)

    def note_order(self, order: Order) -> None:
        """The order in which files are walked."""
        self._order = (order.files, dict(order.callers), dict(order.above))

    def callers(self, walked: Collection[str]) -> Callers:
        """Callers beyond the files that have been walked, as far as they are known to be the same as before."""
        turn = len(self._new_callers)
        known = self._callers[turn] if turn < len(self._callers) and self._stays else None
        return known[1] if known is not None and known[0] == self._state_of(walked) else {}

    def note_callers(self, walked: Collection[str], found: Callers) -> None:
        """Callers beyond the files that have been walked."""
        self._new_callers.append((self._state_of(walked), dict(found)))

    def _state_of(self, walked: Collection[str]) -> bytes:
        """Differs when others are walked, or a scanned file has changed that is not."""
        others = sorted(self._scanned.difference(walked))
        parts = [*sorted(walked), "", *(f"{path} {self._digests.get(path, b'').hex()}" for path in others)]
        return disk.digest("\0".join(parts).encode("utf-8", "surrogateescape"))

    def ahead(self) -> dict[str, list[Kept]] | None:
        """Where nothing has changed but what some files' code says: what their walks gave, each to be made again with the same
        evidence. Where these tell others the same again (``stands``), the rest of the scan is as it was. Effect: reads files."""
        if self._known_contents.keys() != self._scanned or len(self._before) > _MOST_AHEAD or not self._stays:
            return None
        for path in self._scanned:
            if path not in self._contents:
                before, (now, _) = self._known_contents[path], self.content(path)
                if now is None or now[1:] != before[1:]:
                    return None
            if path not in self._kept and path not in self._before:
                return None
        return self._before

    def stands(self, walked: Mapping[str, list[Kept]]) -> bool:
        """Takes over what stale walks give now; whether others are told the same as before. If so, all is kept."""
        self._kept.update(walked)
        for path, found in walked.items():
            before = self._before[path]
            if [one.told for one in found] != [one.told for one in before]:
                return False
            if path in self._stale and any(one.walked is None for one in found):
                return False  # it may be one of those that call others
        self._new, self._new_callers = dict(self._kept), self._callers
        return True

    def record(self, path: str) -> Kept:
        """The last that was found of a file, once all is kept."""
        return next(one for one in reversed(self._new[path]) if one.described)

    def roots(self) -> frozenset[str]:
        """Folders in which callers were looked for, where what was found there counts still."""
        return frozenset(self._around if self._stays else ())

    def digest(self, path: str, state: disk.State) -> str | None:
        """The digest of a file in this state, as it was last read."""
        if not os.path.isabs(path):  # noqa: PTH117
            path = self._here + path
        known = self._digests.get(path) if self._states.get(path) == state else None
        return known.hex() if known else None

    def keep(self, path: str, kept: Kept) -> None:
        """A walk of this scan, be it taken over or new."""
        self._new.setdefault(path, []).append(kept)

    def take(self, read: Read) -> None:
        """What was read by walks."""
        self._dependences.take(read)
        for path, time, size in read.files:
            self._new_states.setdefault(path, (size, time))
        for folder, time in read.folders:
            self._new_folders.setdefault(folder, time)

    def read(self) -> set[str]:
        """Every file that counts."""
        return {*self._states, *self._new_states}

    # -- at the end ----------------------------------------------------------------------------------------------

    def write(self, roots: Collection[str]) -> None:
        """Keeps what this scan found, in one step; ``roots`` are folders in which callers were looked for. Effect: writes the
        cache; failing to is no error."""
        with disk.uncollected():
            self._write(roots)

    def _write(self, roots: Collection[str]) -> None:
        states: dict[str, disk.State] = {}
        for path in self.read():
            before = {found[path] for found in (self._states, self._new_states) if path in found}
            now = disk.state(path)
            if before == {disk.GONE}:
                continue
            if before != {now}:  # it changed while the scan ran: what was read is not what is there
                self._digests[path] = b""
                now = _CHANGED
            elif path not in self._digests:
                self._digests[path] = disk.digest_of(path)
            states[path] = now
        for folder in {os.path.dirname(path) for path in self._scanned}:  # noqa: PTH120
            while folder not in self._folders and folder not in self._new_folders:
                self._new_folders[folder] = disk.folder_time(folder)
                folder = os.path.dirname(folder)  # noqa: PTH120
        sought = self._dependences.sought()
        for folder, then in {**self._new_folders, **{one: then for one, (then, _) in self._folders.items()}}.items():
            if folder not in self._folders or sought != self._sought:
                time, listed = disk.folder_time(folder), disk.listed(folder, sought)
                # Folders around a project, as that for temporary files, change while a scan runs.
                if time != then and listed != disk.listed_names(self._at_first.get(folder, ()), sought):
                    listed = b""
                self._folders[folder] = (time, listed)
        self._states = states
        contents = {path: tuple(one) for path, one in self._contents.items() if path in self._scanned}
        kept = {path: [tuple(one) for one in found] for path, found in self._new.items()}
        digests = {path: self._digests[path] for path in states}
        around = {root: disk.around(root, self._scanned) for root in roots}
        rest = (self._order, self._new_callers, kept, marshal.dumps(self._dependences.to_plain()))
        disk.save(self.place, self.settings, (states, digests, contents, self._folders, around, *rest))
