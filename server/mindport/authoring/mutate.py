"""Breaks rows on purpose: a row whose examples do not notice a lost rename or conversion does not test it.

A mutant is caught when the row is no longer sound in itself, or when an example is rewritten otherwise than the row shows.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mindport import examples
from mindport.authoring.stated import unstated
from mindport.mapping import decode
from mindport.mapping.row import Row
from mindport.syntax import signature as signatures

if TYPE_CHECKING:
    from mindport.engine import Engine

_FIELDS = ("rename", "convert", "write", "drop", "when", "state")
Raw = dict[str, Any]


@dataclass(frozen=True)
class Mutant:
    """One change of one row. ``kind``: rename, convert, write, drop, when, state, template, default, difference."""

    row: str
    kind: str
    what: str
    raw: Raw


@dataclass(frozen=True)
class Outcome:
    mutant: Mutant
    caught: bool


@dataclass(frozen=True)
class MutationReport:
    outcomes: tuple[Outcome, ...]

    @property
    def rows(self) -> int:
        return len({outcome.mutant.row for outcome in self.outcomes})

    def by_kind(self) -> dict[str, tuple[int, int]]:
        """Kind → (caught, all)."""
        out: dict[str, tuple[int, int]] = {}
        for outcome in self.outcomes:
            caught, total = out.get(outcome.mutant.kind, (0, 0))
            out[outcome.mutant.kind] = (caught + outcome.caught, total + 1)
        return dict(sorted(out.items()))

    def survivors(self) -> list[Mutant]:
        return [outcome.mutant for outcome in self.outcomes if not outcome.caught]

    def to_json(self) -> dict[str, object]:
        survivors = [{"row": m.row, "kind": m.kind, "what": m.what} for m in self.survivors()]
        kinds = {kind: {"caught": caught, "mutants": total} for kind, (caught, total) in self.by_kind().items()}
        return {"schema": 1, "rows": self.rows, "kinds": kinds, "survivors": survivors}


def run(
    engine: Engine, names: Sequence[str], progress: Callable[[int, int], None] = lambda done, total: None
) -> MutationReport:
    """Every mutant of the rows, also of equivalents that no example takes: what is not shown is not tested."""
    outcomes: list[Outcome] = []
    for done, name in enumerate(names):
        progress(done, len(names))
        raw = engine.index.search(name)
        row = engine.index.get(name)
        if raw is None or row is None:
            continue
        for mutant in mutants(row.torch, raw):
            outcomes.append(Outcome(mutant, caught(engine, row, mutant)))
    progress(len(names), len(names))
    return MutationReport(tuple(outcomes))


def mutants(name: str, raw: Mapping[str, Any]) -> Iterator[Mutant]:
    """The row with one thing lost: an entry of a table, a placeholder's name, a default that the signature states."""
    for number, equivalent in enumerate(raw.get("equivalents", ())):
        for kind in _FIELDS:
            for key in equivalent.get(kind) or {}:
                changed = copy.deepcopy(dict(raw))
                del changed["equivalents"][number][kind][key]
                yield Mutant(name, kind, f"equivalents[{number}].{kind}.{key}", changed)
        template = equivalent.get("template")
        if isinstance(template, str) and (swapped := _swapped(template)) is not None:
            changed = copy.deepcopy(dict(raw))
            changed["equivalents"][number]["template"] = swapped
            yield Mutant(name, "template", f"equivalents[{number}].template", changed)
        for index in range(len(equivalent.get("differences") or ())):
            changed = copy.deepcopy(dict(raw))
            del changed["equivalents"][number]["differences"][index]
            yield Mutant(name, "difference", f"equivalents[{number}].differences[{index}]", changed)


def caught(engine: Engine, row: Row, mutant: Mutant) -> bool:
    """Whether the row's own tests would fail with the change."""
    try:
        changed = decode.row(mutant.raw)
        _sound(changed)
    except (ValueError, SyntaxError, AssertionError):
        return True
    index = engine.index.with_rows({row.torch: mutant.raw}, {}, {})
    for before, example in zip(row.examples, changed.examples):
        if before.notes is not None:
            if examples.told(example, row.torch, engine.settings.mindspore, index) != before.notes:
                return True
            if mutant.kind == "difference":
                continue
        made = examples.rewrite(example, engine.settings.mindspore, index=index)
        if before.mindspore is None and not made.left:
            return True
        if before.mindspore is not None and (made.left or made.text != before.mindspore.strip("\n")):
            return True
    return _loses_weights(row, mutant) or (mutant.kind == "difference" and unstated(engine, changed) is not None)


def _loses_weights(row: Row, mutant: Mutant) -> bool:
    """A weight without a place is missed when the example runs: the frameworks' weights are matched one by one."""
    return mutant.kind == "state" and any(example.runs for example in row.examples)


def _sound(row: Row) -> None:
    """What holds of every row: parameters that fields name exist, expressions are Python."""
    known = {p.name for source in row.signatures for p in signatures.parse(source).parameters}
    for equivalent in row.equivalents:
        assert set(equivalent.rename) | set(equivalent.convert) | set(equivalent.drop) | set(equivalent.when) <= known
        theirs = signatures.parse(equivalent.signature) if equivalent.signature else None
        assert theirs is None or all(theirs.get(name) for name in [*equivalent.rename.values(), *equivalent.write])
        for source in [*equivalent.convert.values(), *equivalent.write.values(), equivalent.template or "0"]:
            ast.parse(re.sub(r"\{(\w+)(?:\?|:\w+)?\}", r"_\1", source), mode="eval")


def _swapped(template: str) -> str | None:
    """The template with its first two placeholders exchanged; None where it has fewer."""
    found = list(re.finditer(r"\{(\w+)((?:\?|:\w+)?)\}", template))
    if len(found) < 2 or found[0].group(0) == found[1].group(0):
        return None
    first, second = found[0], found[1]
    between = template[first.end() : second.start()]
    return template[: first.start()] + second.group(0) + between + first.group(0) + template[second.end() :]
