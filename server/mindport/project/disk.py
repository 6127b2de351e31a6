"""The state of files and folders that a scan depends on, and the file that keeps what the scan found."""

from __future__ import annotations

import gc
import hashlib
import marshal
import os
import sys
import tempfile
import zlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mindport.semantics import folders
from mindport.semantics.pieces import Names
from mindport.semantics.project import is_readable
from mindport.syntax.source import SourceProblem, read_text

_FORM = 3
State = tuple[int, int]
"""A file's size and time of change."""
GONE: State = (-1, 0)


@contextmanager
def uncollected() -> Iterator[None]:
    """Many objects are made meanwhile, and all are needed: looking for others among them takes as long as making them."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def around(root: str, scanned: Collection[str]) -> bytes:
    """Differs when a file in which callers are looked for has come, gone or changed, but for those that are scanned."""
    known = dict.fromkeys(scanned, "")
    lines = folders.state_below(root, known).encode("utf-8", "surrogateescape")
    return digest(lines)


def names_of(path: str, state: State) -> Names | None:
    """What names a file binds; None where it is not read."""
    if state == GONE or not is_readable(state[0]):
        return None
    text = read_text(Path(path))
    return None if isinstance(text, SourceProblem) else Names(text)


def state(path: str) -> State:
    """The state of a file; ``GONE`` where there is none."""
    try:
        status = os.stat(path)  # noqa: PTH116 - thousands of them, and no path object is as quick
    except OSError:
        return GONE
    return (status.st_size, status.st_mtime_ns)


def folder_time(folder: str) -> int:
    """When something came to a folder or went; -1 where there is none."""
    try:
        return os.stat(folder).st_mtime_ns  # noqa: PTH116
    except OSError:
        return -1


def names_in(folder: str) -> list[str]:
    """What is in a folder; nothing where it cannot be read."""
    try:
        return os.listdir(folder)  # noqa: PTH208
    except OSError:
        return []


def listed(folder: str, sought: Collection[str]) -> bytes:
    """Differs when something of the names that are sought has come to a folder, or gone."""
    return listed_names(names_in(folder), sought)


def listed_names(names: Collection[str], sought: Collection[str]) -> bytes:
    """``listed`` of a folder with these names."""
    return digest("\0".join(sorted(name for name in names if name in sought)).encode("utf-8", "surrogateescape"))


def digest(data: bytes) -> bytes:
    """Differs for other bytes."""
    return hashlib.blake2b(data, digest_size=16).digest()


def digest_of(path: str) -> bytes:
    """Empty where the file cannot be read."""
    try:
        return digest(Path(path).read_bytes())
    except OSError:
        return b""


def _about(settings: str) -> bytes:
    return digest("\0".join((str(_FORM), sys.version, settings)).encode("utf-8", "surrogateescape"))


def load(place: Path, settings: str) -> Any:
    """What was kept with the same settings; None where there is nothing, or nothing that can be read."""
    try:
        data = place.read_bytes()
    except OSError:
        return None
    about, check, body = data[:16], data[16:20], data[20:]
    if about != _about(settings) or check != zlib.crc32(body).to_bytes(4, "big"):
        return None
    return marshal.loads(body)


def save(place: Path, settings: str, plain: Any) -> None:
    """Keeps it, in one step: another scan may read it at the same time. Effect: writes the cache; failing to is no error."""
    body = marshal.dumps(plain)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=place.parent, suffix=".tmp")
        with os.fdopen(handle, "wb") as stream:
            stream.write(_about(settings) + zlib.crc32(body).to_bytes(4, "big"))
            stream.write(body)
        Path(name).replace(place)
    except OSError:
        return
