"""How much of torch the rows cover: by name space, weighted by use, and by whole files."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from mindport.mapping import members
from mindport.mapping.index import RowIndex
from mindport.mapping.row import Row, Target
from mindport.rewrite import rule

if TYPE_CHECKING:
    from mindport.engine import Engine
    from mindport.project.scan import ScanReport

TARGETS = tuple(t.value for t in Target)
_NOT_CALLS = frozenset(["annotation", "import"])


class BadTable(ValueError):
    """A frequency table that cannot be read; the message says why."""


@dataclass(frozen=True)
class Counts:
    """What is covered of a number of rows, or of a number of uses."""

    total: int
    row: int
    on: Mapping[str, int]  # target → those with an equivalent, a helper, or a rule that converts them
    verified: int

    def to_json(self) -> dict[str, object]:
        return {"total": self.total, "row": self.row, "on": dict(self.on), "verified": self.verified}


@dataclass(frozen=True)
class Files:
    """Files of a folder that use torch; ``row`` and ``on``: those in which each API is covered."""

    counts: Counts
    lacking: tuple[tuple[str, int], ...]  # API without a row → files that it keeps from being covered


@dataclass(frozen=True)
class Stats:
    namespaces: Mapping[str, Counts]
    total: Counts
    uses: Counts | None = None
    lacking: tuple[tuple[str, int], ...] = ()  # API without a row → uses
    files: Files | None = None

    def to_json(self) -> dict[str, object]:
        out: dict[str, object] = {
            "schema": 1,
            "rows": {name: counts.to_json() for name, counts in self.namespaces.items()},
            "total": self.total.to_json(),
        }
        if self.uses is not None:
            out["uses"] = {**self.uses.to_json(), "lacking": dict(self.lacking)}
        if self.files is not None:
            out["files"] = {**self.files.counts.to_json(), "lacking": dict(self.files.lacking)}
        return out


def of_rows(engine: Engine) -> Stats:
    """Rows by name space."""
    by_space: dict[str, list[Row]] = {}
    for name in engine.index.names():
        row = engine.index.get(name)
        if row is not None:
            by_space.setdefault(namespace(row.torch), []).append(row)
    spaces = {space: _counts(engine, ((row, 1) for row in by_space[space])) for space in sorted(by_space)}
    return Stats(spaces, _counts(engine, ((row, 1) for rows in by_space.values() for row in rows)))


def of_uses(engine: Engine, table: Path) -> tuple[Counts, tuple[tuple[str, int], ...]]:
    """Uses covered, and the APIs without a row by their uses. Raises ``BadTable``. Effect: reads the table."""
    weights = frequencies(table)
    rows = [(name, row_of(engine.index, name), count) for name, count in weights.items()]
    lacking = sorted(((name, n) for name, row, n in rows if row is None and n), key=lambda item: (-item[1], item[0]))
    return _counts(engine, ((row, n) for _, row, n in rows)), tuple(lacking)


def of_files(engine: Engine, report: ScanReport) -> Files:
    """Files of which each torch API is covered, out of a scan's."""
    total, with_row, verified = 0, 0, 0
    on: Counter[str] = Counter()
    lacking: Counter[str] = Counter()
    for file in report.files:
        names = {use.api for use in file.uses if use.role not in _NOT_CALLS and use.certainty != "guessed"}
        if not names:
            continue
        total += 1
        found = {name: row_of(engine.index, name) for name in names}
        gaps = [name for name, row in found.items() if row is None]
        lacking.update(gaps)
        if gaps:
            continue
        with_row += 1
        rows = [row for row in found.values() if row is not None]
        on.update(target for target in TARGETS if all(serves(row, target) for row in rows))
        verified += all(_is_verified(engine, row) for row in rows)
    counts = Counts(total, with_row, {target: on[target] for target in TARGETS}, verified)
    return Files(counts, tuple(sorted(lacking.items(), key=lambda item: (-item[1], item[0]))))


def frequencies(table: Path) -> dict[str, int]:
    """Uses of every API without its annotations: columns ``api``, ``uses`` and, to tell annotations, ``kind``."""
    try:
        with table.open(encoding="utf-8", newline="") as stream:
            reader = csv.DictReader(stream, delimiter="\t")
            if not {"api", "uses"} <= set(reader.fieldnames or ()):
                raise BadTable(f"{table}: expected tab-separated columns named api and uses")
            return {line["api"]: _uses(line) for line in reader}
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadTable(f"{table}: {error}") from error
    except ValueError as error:
        raise BadTable(str(error) if isinstance(error, BadTable) else f"{table}: {error}") from error


def _uses(line: Mapping[str, str]) -> int:
    kinds = [part.partition(":") for part in (line.get("kind") or "").split("+") if part]
    if any(not count for _, _, count in kinds) or not kinds:
        return 0 if kinds and all(kind in _NOT_CALLS for kind, _, _ in kinds) else int(line["uses"])
    return sum(int(count) for kind, _, count in kinds if kind not in _NOT_CALLS)


def namespace(name: str) -> str:
    """The module or class that an API stands in."""
    return name.rpartition(".")[0]


def row_of(index: RowIndex, name: str) -> Row | None:
    """The row that a use of ``name`` is judged by."""
    return index.get(name) or members.member(index, name)


def serves(row: Row, target: str) -> bool:
    """Whether something of the row's, or a rule that spans statements, converts the API for ``target``."""
    return any(target in equivalent.on for equivalent in row.equivalents) or row.torch in converted_by_rules()


@cache
def converted_by_rules() -> frozenset[str]:
    """APIs that rules convert although no row could: those of the rules' own examples that nothing is left of."""
    from mindport.engine import Engine, Settings

    engine = Engine(Settings(Target.CPU))
    out: set[str] = set()
    for one in rule.rules():
        for before, _ in one.examples:
            left = {item.api for item in engine.migrate_text(before).left}
            out |= {use.api for use in engine.analyze(before).uses} - left
    return frozenset(out)


def _counts(engine: Engine, rows: Iterable[tuple[Row | None, int]]) -> Counts:
    total = with_row = verified = 0
    on: Counter[str] = Counter()
    for row, weight in rows:
        total += weight
        if row is None:
            continue
        with_row += weight
        for target in TARGETS:
            on[target] += weight if serves(row, target) else 0
        verified += weight if _is_verified(engine, row) else 0
    return Counts(total, with_row, {target: on[target] for target in TARGETS}, verified)


def _is_verified(engine: Engine, row: Row) -> bool:
    return any(evidence.agrees for evidence in engine.evidence(row))
