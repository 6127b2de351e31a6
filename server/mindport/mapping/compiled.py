"""The compiled form of all rows: names and places in front, the rows' own texts behind, each parsed when it is asked for.

One file: a line of JSON (``_HEAD``), then the JSON texts of the rows and the sources of the helpers, end to end. Reading it
costs the line; most rows never come up in a session.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

FORMAT = 5
"""Raised whenever the compiled form changes, so that an old cache is not read."""

_MAGIC = b"mindport rows %d\n" % FORMAT
_HEAD = ("stamp", "digest", "general", "aliases", "errors", "rows", "helpers", "sizes")


@dataclass(frozen=True)
class Texts:
    """Named pieces of one run of bytes, in order; ``ends`` has one number more than there are names."""

    places: Mapping[str, int]
    ends: tuple[int, ...]
    data: bytes = field(repr=False)

    def __contains__(self, name: object) -> bool:
        return name in self.places

    def get(self, name: str) -> str | None:
        """The text of a name."""
        place = self.places.get(name)
        return None if place is None else self.data[self.ends[place] : self.ends[place + 1]].decode("utf-8")


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
    return Texts(_places(pieces), (0, *accumulate(map(len, encoded))), b"".join(encoded))


def read(path: Path, stamp: str | None = None) -> Compiled | None:
    """The compiled rows of a file; None where there is none, it has another format, or another ``stamp`` than asked for."""
    try:
        data = path.read_bytes()
        if not data.startswith(_MAGIC):
            return None
        end = data.index(b"\n", len(_MAGIC))
        head = json.loads(data[len(_MAGIC) : end])
    except (OSError, ValueError):
        return None
    if set(head) != set(_HEAD) or (stamp is not None and head["stamp"] != stamp):
        return None
    rows, helpers = head["rows"].split(), head["helpers"].split()
    ends = tuple(accumulate(head["sizes"], initial=end + 1))
    if len(ends) != len(rows) + len(helpers) + 1 or ends[-1] != len(data):
        return None
    return Compiled(
        head["stamp"],
        head["digest"],
        head["general"],
        head["aliases"],
        Texts(_places(rows), ends, data),
        Texts(_places(helpers), ends[len(rows) :], data),
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
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(_MAGIC + json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n")
            for part in both:
                stream.write(part.data[part.ends[0] : part.ends[-1]])
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _places(names: Mapping[str, str] | list[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}
