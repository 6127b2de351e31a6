"""What the shipped evidence says of the rows."""

from __future__ import annotations

import pytest

from mindport.authoring.stated import unstated
from mindport.engine import Engine, Settings
from mindport.mapping import index, load
from mindport.mapping.row import Target
from mindport.verify import evidence

_INDEX = index.load()
_FILES = [file for path in (load.find().root / "verified").glob("*.json") if (file := evidence.read(path)) is not None]


def test_there_is_evidence_of_most_rows_with_examples() -> None:
    known = {name for file in _FILES for name in file.rows}
    rows = [row for name in _INDEX.names() if (row := _INDEX.get(name)) is not None]
    shown = {row.torch for row in rows if any(example.run for example in row.examples)}
    assert len(shown & known) >= 0.7 * len(shown)


@pytest.mark.parametrize("file", _FILES, ids=lambda file: file.name)
def test_no_example_shows_nothing(file: evidence.EvidenceFile) -> None:
    assert [f"{name}: {row.trivial}" for name, row in file.rows.items() if row.trivial] == []


def test_failures_of_samples_are_stated_in_their_rows() -> None:
    engine = Engine(Settings(Target.CPU))
    rows = [row for name in _INDEX.names() if (row := _INDEX.get(name)) is not None]

    assert any(
        e.samples > e.samples_passed for row in rows for e in engine.evidence(row)
    )  # there is something to state
    assert [f"{row.torch}: {text}" for row in rows if (text := unstated(engine, row)) is not None] == []
