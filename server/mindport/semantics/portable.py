"""What a walk leaves for others as bytes: to hand it to another process, to keep it, and to tell whether it is the same."""

from __future__ import annotations

import marshal
from pathlib import Path
from typing import Any, Final

from mindport.semantics import types
from mindport.semantics.callers import CallSite, Evidence, Overrides, Walked
from mindport.semantics.types import Type

_CONSTANTS: Final = {
    (one.kind, one.name): one
    for one in vars(types).values()
    if isinstance(one, Type) and not one.items and not one.optional
}
_CANONICAL: Final = 2  # of marshal: the same bytes for the same values, whichever objects are shared
_DIGEST: Final = 16


class _Types:
    """A table of types, each once, after those that it is made of."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, tuple[int, ...], bool]] = []
        self._places: dict[Type, int] = {}

    def place(self, one: Type) -> int:
        found = self._places.get(one)
        if found is None:
            row = (one.kind, one.name, tuple([self.place(item) for item in one.items]), one.optional)
            found = self._places[one] = len(self.rows)
            self.rows.append(row)
        return found


def _types(rows: list[tuple[str, str, tuple[int, ...], bool]]) -> list[Type]:
    found: list[Type] = []
    for kind, name, items, optional in rows:
        known = _CONSTANTS.get((kind, name)) if not items and not optional else None
        found.append(known or Type(kind, name, tuple([found[item] for item in items]), optional))
    return found


def pack(walked: Walked) -> tuple[bytes, bytes]:
    """What a walk leaves, and a digest that differs where another file can be told something else: lines do not count."""
    table = _Types()
    path: Path | None = None  # the same for all
    calls = []
    for (target, name), sites in walked.calls.items():
        given = []
        for site in sites:
            path = site.path
            given.append((site.line, [(one, table.place(value)) for one, value in site.given.items()]))
        calls.append((target, name, given))
    opened = [(name, sorted(wanted)) for name, wanted in walked.open.items()]
    overrides = [(name, one.names, one.above) for name, one in walked.overrides.items()]
    told = (
        opened,
        overrides,
        [(target, name, [given for _, given in sites]) for target, name, sites in calls],
        table.rows,
    )
    return marshal.dumps((str(path or ""), opened, overrides, calls, table.rows)), _digest(told)


def unpack(data: bytes) -> Walked:
    """What ``pack`` was given."""
    path, opened, overrides, calls, rows = marshal.loads(data)
    known, here = _types(rows), Path(path)
    return Walked(
        {name: frozenset(wanted) for name, wanted in opened},
        {name: Overrides(names, above) for name, names, above in overrides},
        {
            (target, name): [CallSite(here, line, {one: known[place] for one, place in given}) for line, given in sites]
            for target, name, sites in calls
        },
    )


def pack_evidence(evidence: Evidence) -> bytes:
    """Evidence as bytes; none without any."""
    if not evidence:
        return b""
    table = _Types()
    sites = [
        (
            name,
            [
                (str(site.path), site.line, [(one, table.place(value)) for one, value in site.given.items()])
                for site in found
            ],
        )
        for name, found in evidence.items()
    ]
    return marshal.dumps((sites, table.rows))


def unpack_evidence(data: bytes) -> Evidence:
    """What ``pack_evidence`` was given."""
    if not data:
        return {}
    sites, rows = marshal.loads(data)
    known = _types(rows)
    return {
        name: tuple(CallSite(Path(path), line, {one: known[at] for one, at in given}) for path, line, given in found)
        for name, found in sites
    }


def evidence_digest(evidence: Evidence) -> bytes:
    """Differs where a walk with the evidence may come out differently; empty without any."""
    if not evidence:
        return b""
    table = _Types()
    told = [
        (name, [sorted((one, table.place(value)) for one, value in site.given.items()) for site in sites])
        for name, sites in sorted(evidence.items())
    ]
    return _digest((told, table.rows))


def _digest(values: Any) -> bytes:
    import hashlib  # an editor, which only reads evidence, does without

    return hashlib.blake2b(marshal.dumps(values, _CANONICAL), digest_size=_DIGEST).digest()
