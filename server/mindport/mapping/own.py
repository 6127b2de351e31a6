"""Rows of a project's own: ``.mindport/rows/*.yaml`` extend and override MindPort's, ``.mindport/helpers/*.py`` its helpers.

A file that is wrong is left out and named, with the line and the field; everything else stays in force.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mindport.mapping import decode
from mindport.mapping import load as database
from mindport.mapping.decode import FieldError
from mindport.mapping.index import RowIndex
from mindport.mapping.load import RowError
from mindport.mapping.own_files import FOLDER, OwnRows
from mindport.mapping.row import Row


@dataclass
class _Found:
    rows: dict[str, dict[str, Any]] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    helpers: dict[str, str] = field(default_factory=dict)
    files: dict[str, Path] = field(default_factory=dict)  # row → its file
    errors: list[str] = field(default_factory=list)


def overlaid(base: RowIndex, own: OwnRows) -> tuple[RowIndex, tuple[str, ...]]:
    """MindPort's rows with the project's own over them, and one line for each file that cannot be used."""
    found = _Found()
    for path in sorted((own.folder / "helpers").glob("*.py")):
        try:
            found.helpers[path.stem] = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            found.errors.append(f"{_shown(path, own)}: {error}")
    helpers = {*base.helpers(), *found.helpers}
    for path in sorted([*(own.folder / "rows").glob("*.yaml"), *(own.folder / "rows").glob("*/*.yaml")]):
        try:
            _take(path, own, helpers, found)
        except RowError as error:
            found.errors.append(str(error))
        except (OSError, UnicodeDecodeError) as error:
            found.errors.append(f"{_shown(path, own)}: {error}")
    return base.with_rows(found.rows, found.aliases, found.helpers), tuple(found.errors)


def _take(path: Path, own: OwnRows, helpers: set[str], found: _Found) -> None:
    text = path.read_text(encoding="utf-8")
    name = _shown(path, own)
    raw = dict(database.parse(text, name))
    try:
        row = decode.row(raw)
        _check(row, helpers, found, own)
    except FieldError as error:
        line = database.line_of(text, error.field)
        raise RowError(f"{name}:{line}: {decode.dotted(error.field)}: {error.message}") from error
    found.rows[row.torch] = raw
    found.files[row.torch] = path
    found.aliases.update(dict.fromkeys(row.aliases, row.torch))


def _check(row: Row, helpers: set[str], found: _Found, own: OwnRows) -> None:
    from mindport.syntax import signature

    if row.torch in found.rows:
        raise FieldError(("torch",), f"{_shown(found.files[row.torch], own)} has this row already")
    for number, source in enumerate(row.signatures):
        try:
            signature.parse(source)
        except ValueError as error:
            raise FieldError(
                ("signature",) if len(row.signatures) == 1 else ("signature", number), str(error)
            ) from error
    for number, equivalent in enumerate(row.equivalents):
        at = ("equivalents", number)
        for key, value in (("helper", equivalent.helper), ("reference", equivalent.reference)):
            if value is not None and value not in helpers:
                raise FieldError((*at, key), f"no helper {value!r}; put it into {FOLDER}/helpers/{value}.py")
        if equivalent.mindspore is not None and not equivalent.mindspore.startswith("mindspore."):
            raise FieldError(
                (*at, "mindspore"), "expected a name in mindspore; code of your own is a helper or a template"
            )
        if equivalent.signature is not None:
            try:
                signature.parse(equivalent.signature)
            except ValueError as error:
                raise FieldError((*at, "signature"), str(error)) from error


def _shown(path: Path, own: OwnRows) -> str:
    return path.relative_to(own.folder.parent).as_posix()
