"""Every row keeps to the format, agrees with its path, and names things that exist."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections import Counter
from pathlib import Path

import pytest

from mindport.mapping import differences, helpers, index, load, schema, translate
from mindport.mapping.row import Equivalent, Row
from mindport.syntax import signature as signatures

_DATABASE = load.find()
_FILES = [pytest.param(path, id=load.name_of(path)) for path in load.row_files(_DATABASE)]
_INDEX = index.load()
_ROWS = [pytest.param(_INDEX.get(name), id=name) for name in _INDEX.names()]
# Names of packages that MindPort's own environment does without.
_ELSEWHERE = ("torchvision.", "torchaudio.", "torch.utils.tensorboard.")
_INSTALLED = [pytest.param(_INDEX.get(name), id=name) for name in _INDEX.names() if not name.startswith(_ELSEWHERE)]


@pytest.mark.parametrize("path", _FILES)
def test_a_row_fits_the_schema_its_path_and_its_signatures(path: Path) -> None:
    raw = load.read_raw(path)
    assert schema.errors(raw) == []
    assert raw["torch"] == load.name_of(path)

    row = _INDEX.get(load.name_of(path))
    assert row is not None
    torch = [signatures.parse(source) for source in row.signatures]
    known = {p.name for signature in torch for p in signature.parameters}
    for equivalent in row.equivalents:
        _names_parameters(equivalent, known)
        for source in [*equivalent.convert.values(), *equivalent.write.values(), equivalent.template or "0"]:
            ast.parse(_without_placeholders(source), mode="eval")
    for example in row.examples:
        ast.parse(example.torch)
        ast.parse(example.mindspore or "")
        assert set(example.grad) <= set(example.inputs)


def _names_parameters(equivalent: Equivalent, known: set[str]) -> None:
    assert set(equivalent.rename) | set(equivalent.convert) | set(equivalent.drop) <= known
    assert set(equivalent.when) <= known
    if equivalent.signature is not None:
        target = signatures.parse(equivalent.signature)
        assert all(target.get(name) for name in [*equivalent.rename.values(), *equivalent.write])


def test_a_row_drops_only_what_does_not_go_without_saying() -> None:
    said = [
        f"{row.torch}: {name}"
        for row in _rows()
        for equivalent in row.equivalents
        for name in equivalent.drop
        if translate.superfluous(row, equivalent, name, _INDEX.general)
    ]

    assert said == []


def test_file_names_differ_in_more_than_case() -> None:
    names = Counter(path.relative_to(_DATABASE.root).as_posix().casefold() for path in load.row_files(_DATABASE))

    assert [name for name, count in names.items() if count > 1] == []


def test_an_alias_stands_for_one_row() -> None:
    names = Counter(alias for name in _INDEX.names() for alias in _INDEX.get(name).aliases)  # type: ignore[union-attr]

    assert [name for name, count in names.items() if count > 1 or name in _INDEX.names()] == []


def test_helpers_of_rows_exist_and_stand_alone() -> None:
    used = {h for row in _rows() for e in row.equivalents for h in (e.helper, e.reference) if h}

    assert used <= set(_INDEX.helpers())
    text = helpers.module_text(frozenset(_INDEX.helpers()), _INDEX)
    made = [node.name for node in ast.parse(text).body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    assert {name for name in made if not name.startswith("_")} == set(_INDEX.helpers())
    assert len(made) == len(set(made))
    assert "mindport" not in text


def test_the_schema_lists_the_kinds_that_rows_may_declare() -> None:
    listed = _schema()["$defs"]["difference"]["properties"]["kind"]["enum"]

    assert sorted(listed) == sorted(differences.declared())


def test_an_error_names_the_file_the_line_and_the_field(tmp_path: Path) -> None:
    path = tmp_path / "mapping_db" / "rows" / "torch.nn" / "X.yaml"
    path.parent.mkdir(parents=True)
    path.write_text('torch: torch.nn.X\nkind: class\nreturns: module\nequivalents:\n- mindspore: a\n  on: {tpu: "1"}\n')

    with pytest.raises(load.RowError, match=r"mapping_db/rows/torch\.nn/X\.yaml:6: equivalents\[0\]\.on: "):
        load.read_row(path)


def test_a_helper_takes_the_arguments_of_torch(tmp_path: Path) -> None:
    path = tmp_path / "mapping_db" / "rows" / "torch" / "abs.yaml"
    path.parent.mkdir(parents=True)
    equivalent = "- {helper: absolute, on: {cpu: '2.0'}, drop: {out: any}}"
    path.write_text(
        f"torch: torch.abs\nkind: function\nreturns: tensor\nsignature: (input)\nequivalents:\n{equivalent}\n"
    )

    with pytest.raises(
        load.RowError, match=r"abs\.yaml:6: equivalents\[0\]\.drop: a helper takes the arguments as torch does"
    ):
        load.read_row(path)


def test_the_index_is_rebuilt_when_a_row_changes(tmp_path: Path) -> None:
    path = tmp_path / "rows" / "torch.nn" / "X.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("torch: torch.nn.X\nkind: class\nreturns: module\n")
    database = load.Database(tmp_path)
    load.write_cache(database, index.compile_rows(database))
    assert load.read_compiled(database) is not None

    path.write_text("torch: torch.nn.X\nkind: class\nreturns: tensor\n")
    assert load.read_compiled(database) is None


def test_general_parameters_are_read() -> None:
    assert _INDEX.general["device"] == "any"
    assert _INDEX.general["requires_grad"] == ["False", "True"]


@pytest.mark.frameworks
@pytest.mark.parametrize("row", _ROWS)
def test_mindspore_names_and_signatures_are_real(row: Row) -> None:
    for equivalent in row.equivalents:
        if equivalent.mindspore is None or equivalent.until is not None:
            continue
        found = _resolve(equivalent.mindspore)
        actual = _parameters(found)
        if actual is not None and equivalent.template is None:
            assert _stated(row, equivalent) <= actual


@pytest.mark.frameworks
@pytest.mark.parametrize("row", _INSTALLED)
def test_torch_names_and_signatures_are_real(row: Row) -> None:
    if not row.equivalents:
        return  # a recipe may stand for what a plug-in or an older torch brings
    found = _resolve(row.torch)
    if row.kind in ("function", "class") and len(row.signatures) == 1:
        actual = _parameters(found)
        stated = {p.name for p in signatures.parse(row.signatures[0]).parameters}
        public = {name for name in actual or () if not name.startswith("_")}
        assert actual is None or (public <= stated <= actual)


def _rows() -> list[Row]:
    return [row for name in _INDEX.names() if (row := _INDEX.get(name)) is not None]


def _schema() -> dict[str, dict[str, dict[str, dict[str, dict[str, list[str]]]]]]:
    import json

    found: dict[str, dict[str, dict[str, dict[str, dict[str, list[str]]]]]] = json.loads(schema.path().read_text())
    return found


def _without_placeholders(source: str) -> str:
    import re

    return re.sub(r"\{(\w+)(?:\?|:\w+)?\}", r"_\1", source)


def _resolve(name: str) -> object:
    """The object of a dotted name; submodules are imported on the way."""
    parts = name.split(".")
    found: object = importlib.import_module(parts[0])
    for i, part in enumerate(parts[1:], 2):
        try:
            found = getattr(found, part)
        except AttributeError:
            if inspect.ismodule(found):
                found = importlib.import_module(".".join(parts[:i]))
            elif name.startswith("torch.") and parts[-2] in (
                "Module",
                "Optimizer",
                "Tensor",
                "LRScheduler",
                "Transformer",
            ):
                return None  # made when an instance is (``training``, ``param_groups``)
            elif parts[-1] in ("training", "param_groups", "encoder", "decoder"):
                return None
            else:
                raise
    return found


def _parameters(found: object) -> set[str] | None:
    """Parameters by inspection; ``None`` where nothing or only ``*args`` can be seen."""
    if not callable(found):
        return None
    try:
        parameters = list(inspect.signature(found).parameters.values())
    except (TypeError, ValueError):
        return None
    if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in parameters):
        return None
    if any(p.kind is p.POSITIONAL_ONLY for p in parameters):
        return None
    return {p.name for p in parameters} - {"self"}


def _stated(row: Row, equivalent: Equivalent) -> set[str]:
    source = equivalent.signature or (row.signatures[0] if row.signatures else "()")
    return {p.name for p in signatures.parse(source).parameters if p.kind not in ("var_positional", "var_keyword")}
