"""The compiled form of all rows: names and places in front, the rows' own texts behind, each parsed when it is asked for.

One file: a line of JSON (``_HEAD``), then the JSON texts of the rows and the sources of the helpers, end to end. Reading it
costs the line; most rows never come up in a session, so the others stay on disk.
"""

from __future__ import annotations

import json
import os
import sys
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import BinaryIO

from mindport.mapping.place import FORMAT as FORMAT

_MAGIC = b"mindport rows %d\n" % FORMAT
_HEAD = ("stamp", "digest", "general", "aliases", "errors", "rows", "helpers", "sizes")


@dataclass(frozen=True)
class Texts:
    """Named pieces of one run of bytes, in order; ``ends`` has one number more than there are names. ``between`` gives the bytes
    between two places."""

    places: Mapping[str, int]
    ends: Sequence[int]
    between: Callable[[int, int], bytes] = field(repr=False)

    def __contains__(self, name: object) -> bool:
        return name in self.places

    def get(self, name: str) -> str | None:
        """The text of a name."""
        place = self.places.get(name)
        return None if place is None else self.between(self.ends[place], self.ends[place + 1]).decode("utf-8")

    def all(self) -> bytes:
        """All pieces, end to end."""
        return self.between(self.ends[0], self.ends[-1])


class _Opened:
    """A file that stays open: one that takes its place later, with other rows, does not matter."""

    def __init__(self, stream: BinaryIO) -> None:
        self._handle = os.dup(stream.fileno())

    def between(self, start: int, end: int) -> bytes:
        return os.pread(self._handle, end - start, start)

    def __del__(self, close: Callable[[int], None] = os.close) -> None:  # there may be no ``os`` any more
        close(self._handle)


@dataclass(frozen=True)
class Compiled:
    """``rows``: JSON by canonical name; ``aliases``: alias → canonical name; ``helpers``: source by name; ``stamp``: of the files
    that this was made of; ``errors``: one line for each row that could not be read."""

    stamp: str
    digest: str
    general: Mapping[str, str | list[str]]
    aliases: Mapping[str, str]
    rows: Texts
    helpers: Texts
    errors: tuple[str, ...] = ()


def texts(pieces: Mapping[str, str]) -> Texts:
    """Pieces by name, in their order."""
    encoded = [text.encode("utf-8") for text in pieces.values()]
    return Texts(_places(pieces), (0, *accumulate(map(len, encoded))), _within(b"".join(encoded)))


def read(path: Path, stamp: str | None = None) -> Compiled | None:
    """The compiled rows of a file; None where there is none, it has another format, or another ``stamp`` than asked for."""
    try:
        with path.open("rb") as stream:
            if stream.readline() != _MAGIC:
                return None
            head = json.loads(stream.readline())
            begin, size = stream.tell(), os.fstat(stream.fileno()).st_size
            between = _between(stream)
    except (OSError, ValueError):
        return None
    if set(head) != set(_HEAD) or (stamp is not None and head["stamp"] != stamp):
        return None
    rows, helpers = head["rows"].split(), head["helpers"].split()
    ends = array("Q", accumulate(head["sizes"], initial=begin))
    if len(ends) != len(rows) + len(helpers) + 1 or ends[-1] != size:
        return None
    names = {name: name for name in rows}
    return Compiled(
        head["stamp"],
        head["digest"],
        head["general"],
        {alias: names.get(name, name) for alias, name in head["aliases"].items()},
        Texts(_places(rows), ends, between),
        Texts(_places(helpers), ends[len(rows) :], between),
        tuple(head["errors"]),
    )


def write(path: Path, compiled: Compiled) -> None:
    """Effect: writes the file in one step, so that no other process reads half of it."""
    both = (compiled.rows, compiled.helpers)
    head = {
        "stamp": compiled.stamp,
        "digest": compiled.digest,
        "general": compiled.general,
        "aliases": compiled.aliases,
        "errors": compiled.errors,
        "rows": " ".join(compiled.rows.places),
        "helpers": " ".join(compiled.helpers.places),
        "sizes": [end - start for part in both for start, end in zip(part.ends, part.ends[1:])],
    }
    import tempfile

    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(_MAGIC + json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n")
            for part in both:
                stream.write(part.all())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _within(data: bytes) -> Callable[[int, int], bytes]:
    return lambda start, end: data[start:end]


def _between(stream: BinaryIO) -> Callable[[int, int], bytes]:
    """Reads pieces of the file that ``stream`` reads, as long as they are asked for."""
    if sys.platform == "win32":  # an open file could not be replaced by a newer one
        stream.seek(0)
        return _within(stream.read())
    return _Opened(stream).between


def _places(names: Mapping[str, str] | list[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}
