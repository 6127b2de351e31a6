"""Where ``mapping_db`` stands, and whether it has changed: what can be told without reading any of it."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

COMPILED = "index.bin"
FORMAT = 5
"""Raised whenever the compiled form changes, so that an old cache is not read."""


class Database(NamedTuple):
    """Where ``mapping_db`` stands."""

    root: Path

    @property
    def rows(self) -> Path:
        return self.root / "rows"

    @property
    def helpers(self) -> Path:
        return self.root / "helpers"

    @property
    def is_source(self) -> bool:
        """Whether the rows themselves are there, not only their compiled form."""
        return self.rows.is_dir()


@lru_cache(maxsize=1)
def find() -> Database:
    """The database of this installation: beside the package in a wheel, at the root of a source checkout."""
    package = Path(__file__).resolve().parents[1]
    for root in (package / "mapping_db", package.parents[1] / "mapping_db"):
        if (root / COMPILED).is_file() or (root / "rows").is_dir():
            return Database(root)
    raise FileNotFoundError("mapping_db is missing; install mindport again")


def stamp(database: Database) -> str:
    """Tells names, sizes and times of everything that the compiled index is made of. Cheap: no file is read, and no library of
    digests, which alone would take a tenth of a server's memory."""
    text = "".join(_statuses(database)).encode()
    return f"{FORMAT}-{len(text)}-{zlib.crc32(text):08x}{zlib.adler32(text):08x}"


def _statuses(database: Database) -> Iterator[str]:
    """Name, size and time of each file, in a stable order."""
    general = database.root / "general.yaml"
    if general.is_file():
        status = general.stat()
        yield f"general.yaml\0{status.st_size}\0{status.st_mtime_ns}\n"
    for folder in sorted([os.fspath(database.helpers), *_folders(database.rows)]):
        place = Path(folder)
        if not place.is_dir():
            continue
        yield f"{place.name}\n"
        with os.scandir(place) as entries:
            files = [e for e in entries if e.name.endswith((".yaml", ".py"))]
        lines = [f"{e.name}\0{(status := e.stat()).st_size}\0{status.st_mtime_ns}\n" for e in files]
        yield from sorted(lines)


def _folders(root: Path) -> list[str]:
    if not root.is_dir():
        return []
    with os.scandir(root) as entries:
        return [entry.path for entry in entries if entry.is_dir()]
