"""Names of parameters and buffers in MindSpore, derived from the rows' ``state``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from mindport.mapping.row import Row, StateEntry, Target

StateMap = Mapping[str, StateEntry]
"""torch attribute path → its place, for one equivalent of a class."""

StateMaps = Mapping[str, Sequence[StateMap]]
"""torch class → its state maps, the preferred equivalent's first."""


class Rows(Protocol):
    """What is needed of the row index."""

    def names(self) -> Sequence[str]: ...
    def get(self, name: str) -> Row | None: ...


@dataclass(frozen=True)
class Place:
    """A MindSpore name, and the axes in which the tensor there differs."""

    name: str
    entry: StateEntry

    def shape(self, shape: Sequence[int]) -> list[int]:
        """The shape that a torch tensor has there."""
        out = list(shape)
        if self.entry.unsqueeze is not None:
            axis = self.entry.unsqueeze
            out.insert(axis if axis >= 0 else len(out) + 1 + axis, 1)
        if self.entry.squeeze is not None and out and out[self.entry.squeeze] == 1:
            del out[self.entry.squeeze]
        return out


def from_rows(rows: Rows, target: Target, version: str) -> dict[str, list[StateMap]]:
    """The state maps of every class for a device and a MindSpore version, under all of its names."""
    out: dict[str, list[StateMap]] = {}
    for name in rows.names():
        row = rows.get(name)
        if row is None or row.kind != "class":
            continue
        maps = [
            equivalent.state
            for equivalent in row.equivalents
            if equivalent.state and _serves(equivalent.on, equivalent.until, target, version)
        ]
        if maps:
            for known in (row.torch, *row.aliases):
                out[known] = list(maps)
    return out


def places(name: str, classes: Mapping[str, Sequence[str]], maps: StateMaps) -> list[Place]:
    """Where a torch parameter, buffer or module may be in the MindSpore model, likeliest first.

    ``classes``: module path → names of its classes, its own first. A class without a state map keeps its names.
    """
    seen: set[str] = set()
    out = []
    for place in _walk("", tuple(name.split(".")), "", classes, maps):
        if place.name not in seen:
            seen.add(place.name)
            out.append(place)
    return out


def _walk(
    path: str, rest: tuple[str, ...], prefix: str, classes: Mapping[str, Sequence[str]], maps: StateMaps
) -> Iterator[Place]:
    for state in _maps_of(classes.get(path, ()), maps):
        for length in range(len(rest), 0, -1):
            key = ".".join(rest[:length])
            entry = state.get(key)
            if entry is None:
                continue
            if length == len(rest):
                yield Place(_join(prefix, entry.name), entry)
            else:
                yield from _walk(_join(path, key), rest[length:], _join(prefix, entry.name), classes, maps)
    if len(rest) == 1:
        yield Place(_join(prefix, rest[0]), StateEntry(rest[0]))
    else:
        yield from _walk(_join(path, rest[0]), rest[1:], _join(prefix, rest[0]), classes, maps)


def _maps_of(names: Sequence[str], maps: StateMaps) -> Sequence[StateMap]:
    return next((maps[name] for name in names if name in maps), ())


def _join(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix else name


def _serves(on: Mapping[str, str], until: str | None, target: Target, version: str) -> bool:
    first = on.get(target.value)
    if first is None or _numbers(version) < _numbers(first):
        return False
    return until is None or _numbers(version) <= _numbers(until)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int("".join(c for c in part if c.isdigit()) or 0) for part in version.split("+")[0].split("."))
