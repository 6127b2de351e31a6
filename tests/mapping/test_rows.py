"""Every row keeps to the format, agrees with its path, and names things that exist.

One test for each torch module goes over its rows and names every one that is wrong.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections import Counter
from pathlib import Path
from typing import Literal

import pytest

from mindport.mapping import differences, helpers, index, load, schema, translate
from mindport.mapping.row import Equivalent, Row
from mindport.semantics.torch_names import torch_names
from mindport.syntax import signature as signatures

_DATABASE = load.find()
_INDEX = index.load()
_FILES = load.row_files(_DATABASE)
_OF_MODULES: dict[str, list[Path]] = {}
for _file in _FILES:
    _OF_MODULES.setdefault(_file.parent.name, []).append(_file)
# Names of packages that MindPort's own environment does without.
_ELSEWHERE = ("torchvision.", "torchaudio.", "torch.utils.tensorboard.")


@pytest.mark.parametrize("module", sorted(_OF_MODULES))
def test_a_row_fits_the_schema_its_path_and_its_signatures(module: str) -> None:
    faults = {load.name_of(path): found for path in _OF_MODULES[module] if (found := _faults(path))}

    assert faults == {}


# Of these torch's own stubs say less or something else: types of elements, layouts, copies that are written into what is given.
_SAID_OTHERWISE = {
    ("tensors", "none"), ("tensor", "parameter"), ("tensor", "other"), ("unknown", "other"), ("none", "other"), ("none", "int"),
    ("none", "bool"),
}  # fmt: skip


def test_rows_and_the_stubs_of_torch_agree_on_what_is_returned() -> None:
    known = torch_names().names
    differ = {
        name: (row.returns, known[name].returns)
        for name in _INDEX.names()
        if name in known and (row := _INDEX.get(name)) is not None and row.returns != known[name].returns
    }
    assert {name: both for name, both in differ.items() if "any" not in both and both not in _SAID_OTHERWISE} == {}


def _faults(path: Path) -> list[str]:
    raw = load.read_raw(path)
    found = schema.errors(raw)
    row = _INDEX.get(load.name_of(path))
    if raw["torch"] != load.name_of(path) or row is None:
        return [*found, f"the file says {raw['torch']}"]
    known = {p.name for source in row.signatures for p in signatures.parse(source).parameters}
    for equivalent in row.equivalents:
        found += _unknown_parameters(equivalent, known)
        for source in [*equivalent.convert.values(), *equivalent.write.values(), equivalent.template or "0"]:
            found += _unparsed(_without_placeholders(source), "eval")
    for example in row.examples:
        found += [*_unparsed(example.torch), *_unparsed(example.mindspore or "")]
        found += [f"{name} has a gradient and is no input" for name in set(example.grad) - set(example.inputs)]
    return found


def _unknown_parameters(equivalent: Equivalent, known: set[str]) -> list[str]:
    of_torch = {*equivalent.rename, *equivalent.convert, *equivalent.drop, *equivalent.when}
    found = [f"torch has no parameter {name}" for name in of_torch - known]
    if equivalent.signature is not None:
        target = signatures.parse(equivalent.signature)
        named = [*equivalent.rename.values(), *equivalent.write]
        found += [f"MindSpore has no parameter {name}" for name in named if not target.get(name)]
    return found


def _unparsed(code: str, mode: Literal["eval", "exec"] = "exec") -> list[str]:
    try:
        compile(code, "row", mode, ast.PyCF_ONLY_AST)
    except SyntaxError as error:
        return [f"{error}: {code}"]
    return []


def test_a_row_drops_only_what_does_not_go_without_saying() -> None:
    said = [
        f"{row.torch}: {name}"
        for row in _rows()
        for equivalent in row.equivalents
        for name in equivalent.drop
        if translate.superfluous(row, equivalent, name, _INDEX.general)
    ]

    assert said == []


def test_a_template_gives_by_name_what_may_follow_an_argument_that_is_missing() -> None:
    shifted = re.compile(r"[(, ]\{\w+\?\}, \{")
    found = [
        (row.torch, equivalent.template)
        for row in _rows()
        for equivalent in row.equivalents
        if equivalent.template and shifted.search(equivalent.template)
    ]

    assert found == []


def test_file_names_differ_in_more_than_case() -> None:
    names = Counter(path.relative_to(_DATABASE.root).as_posix().casefold() for path in load.row_files(_DATABASE))

    assert [name for name, count in names.items() if count > 1] == []


def test_an_alias_stands_for_one_row() -> None:
    names, rows = Counter(alias for row in _rows() for alias in row.aliases), set(_INDEX.names())

    assert [name for name, count in names.items() if count > 1 or name in rows] == []


def test_helpers_of_rows_exist_and_stand_alone() -> None:
    used = {h for row in _rows() for e in row.equivalents for h in (e.helper, e.reference) if h}

    assert used <= set(_INDEX.helpers())
    text = helpers.module_text(frozenset(_INDEX.helpers()), _INDEX)
    made = [node.name for node in ast.parse(text).body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    assert {name for name in made if not name.startswith("_")} == set(_INDEX.helpers())
    assert len(made) == len(set(made))
    assert "import mindport" not in text and "from mindport" not in text
    imported = [
        name for node in ast.parse(text).body if isinstance(node, (ast.Import, ast.ImportFrom)) for name in node.names
    ]
    assert not {name.asname or name.name for name in imported} & set(made), "all of them stand in one module"


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
@pytest.mark.parametrize("module", sorted(_OF_MODULES))
def test_mindspore_names_and_signatures_are_real(module: str) -> None:
    unreal = {}
    for row in _rows(module):
        for equivalent in row.equivalents:
            if equivalent.mindspore is None or equivalent.until is not None:
                continue
            try:
                actual = _parameters(_resolve(equivalent.mindspore))
            except (AttributeError, ImportError) as error:
                unreal[row.torch] = str(error)
                continue
            invented = _stated(row, equivalent) - actual if actual is not None and equivalent.template is None else ()
            if invented:
                unreal[row.torch] = f"{equivalent.mindspore} has no {invented}"

    assert unreal == {}


@pytest.mark.frameworks
@pytest.mark.parametrize("module", sorted(_OF_MODULES))
def test_torch_names_and_signatures_are_real(module: str) -> None:
    unreal = {}
    for row in _rows(module):
        if not row.equivalents or row.torch.startswith(_ELSEWHERE):
            continue  # a recipe may stand for what a plug-in or an older torch brings
        try:
            found = _resolve(row.torch)
        except (AttributeError, ImportError) as error:
            unreal[row.torch] = str(error)
            continue
        actual = _parameters(found) if row.kind in ("function", "class") and len(row.signatures) == 1 else None
        if actual is not None:
            stated = {p.name for p in signatures.parse(row.signatures[0]).parameters}
            public = {name for name in actual if not name.startswith("_")}
            if not public <= stated <= actual:
                unreal[row.torch] = f"{stated} is stated, {actual} is taken"

    assert unreal == {}


def _rows(module: str | None = None) -> list[Row]:
    names = [name for name in _INDEX.names() if module in (None, name.rpartition(".")[0])]
    return [row for name in names if (row := _INDEX.get(name)) is not None]


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
            elif parts[-1] in ("training", "param_groups", "state", "encoder", "decoder"):
                return None
            elif isinstance(found, type) and any(part in vars(c).get("__annotations__", {}) for c in found.__mro__):
                return None  # a size that an instance has, as its class declares
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
