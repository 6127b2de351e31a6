"""The compiled rows: what is read back, and what happens to rows and files that are wrong."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from mindport.mapping import compiled, decode, index, load
from mindport.mapping.compiled import Compiled
from mindport.mapping.index import RowIndex
from mindport.mapping.row import Later

GOOD = "torch: torch.nn.{name}\nkind: class\nreturns: module\nnote: {{en: plain, zh-CN: 普通}}\n"


@pytest.fixture
def database(tmp_path: Path) -> load.Database:
    folder = tmp_path / "mapping_db" / "rows" / "torch.nn"
    folder.mkdir(parents=True)
    for name in ("A", "B"):
        (folder / f"{name}.yaml").write_text(GOOD.format(name=name), encoding="utf-8")
    (tmp_path / "mapping_db" / "helpers").mkdir()
    (tmp_path / "mapping_db" / "helpers" / "two.py").write_text("def two():\n    return '二'\n", encoding="utf-8")
    return load.Database(tmp_path / "mapping_db")


def test_what_is_written_is_read_back(database: load.Database, tmp_path: Path) -> None:
    made = index.compile_rows(database)
    compiled.write(tmp_path / "rows.bin", made)

    found = compiled.read(tmp_path / "rows.bin", made.stamp)

    assert found is not None
    rows = RowIndex(found)
    assert rows.names() == ["torch.nn.A", "torch.nn.B"]
    assert [row.note["zh-CN"] for name in rows.names() if (row := rows.get(name))] == ["普通", "普通"]
    assert rows.helpers() == ["two"] and rows.helper("two") == "def two():\n    return '二'\n"
    assert (found.digest, found.general, found.errors) == (made.digest, made.general, ())


def test_rows_over_compiled_ones(database: load.Database) -> None:
    rows = RowIndex(index.compile_rows(database))
    own = {"torch": "torch.nn.B", "kind": "class", "returns": "tensor", "aliases": ["torch.nn.C"]}

    both = rows.with_rows({"torch.nn.B": own}, {"torch.nn.C": "torch.nn.B"}, {"three": "def three(): ..."})

    assert (len(rows), len(both)) == (2, 2)
    assert both.returns("torch.nn.C") == "tensor" and rows.returns("torch.nn.B") == "module"
    assert both.helpers() == ["three", "two"] and both.digest != rows.digest
    assert "torch.nn.C" in both and "torch.nn.C" not in rows


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-1], lambda data: data[:40], lambda data: b"{}", lambda data: b""]
)
def test_a_damaged_file_is_not_read(database: load.Database, tmp_path: Path, damage: object) -> None:
    assert callable(damage)
    path = tmp_path / "rows.bin"
    compiled.write(path, index.compile_rows(database))
    path.write_bytes(damage(path.read_bytes()))

    assert compiled.read(path) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("torch: torch.nn.B\nkind: thing\nreturns: module\n", r"mapping_db/rows/torch\.nn/B\.yaml:2: kind: "),
        ("torch: torch.nn.B\n  kind: [\n", r"mapping_db/rows/torch\.nn/B\.yaml:\d+: "),
        ("torch: torch.nn.Other\nkind: class\nreturns: module\n", r"B\.yaml:1: torch: the path says torch\.nn\.B"),
    ],
)
def test_a_row_that_is_wrong_is_left_out_and_named(database: load.Database, text: str, message: str) -> None:
    (database.rows / "torch.nn" / "B.yaml").write_text(text)

    made = index.compile_rows(database)

    assert RowIndex(made).names() == ["torch.nn.A"]
    assert len(made.errors) == 1
    with pytest.raises(load.RowError, match=message) as caught:
        index.compile_rows(database, strict=True)
    assert str(caught.value) == made.errors[0]


def test_wrong_rows_are_said_each_time_the_index_is_loaded(
    database: load.Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (database.rows / "torch.nn" / "B.yaml").write_text("torch: 1\n")
    monkeypatch.setattr(load, "find", lambda: database)

    for _ in ("compiled", "from the cache"):
        index._loaded.pop(database.root, None)
        with caplog.at_level(logging.WARNING):
            assert len(index.load()) == 1
    assert caplog.text.count("B.yaml:1: kind: missing") == 2


def test_the_wheel_is_not_built_over_wrong_rows(database: load.Database, tmp_path: Path) -> None:
    index.build(database.root, tmp_path / "index.bin")
    shipped = compiled.read(tmp_path / "index.bin")
    assert isinstance(shipped, Compiled) and shipped.stamp == ""

    (database.rows / "torch.nn" / "B.yaml").write_text("torch: 1\n")
    with pytest.raises(load.RowError):
        index.build(database.root, tmp_path / "index.bin")


def test_examples_are_read_when_they_are_asked_for() -> None:
    found = index.load()
    row = found.get("torch.nn.Conv2d")
    raw = found.search("torch.nn.Conv2d")
    assert row is not None and raw is not None
    whole = decode.row(raw)
    assert isinstance(row.examples, Later)
    assert len(row.examples) == len(whole.examples) > 0
    assert tuple(row.examples) == whole.examples
    assert row.examples[0] == whole.examples[0] and tuple(row.examples[:1]) == whole.examples[:1]
