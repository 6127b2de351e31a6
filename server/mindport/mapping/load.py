"""Reads ``mapping_db`` from disk: YAML rows, general parameters, helpers, and the compiled index.

Everything else in ``mapping`` works on what this module returns.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from mindport.mapping import compiled as compiled_rows
from mindport.mapping import decode
from mindport.mapping.compiled import Compiled
from mindport.mapping.decode import FieldError, FieldPath
from mindport.mapping.place import COMPILED as COMPILED
from mindport.mapping.place import Database as Database
from mindport.mapping.place import find as find
from mindport.mapping.place import stamp as stamp
from mindport.mapping.row import Row

CACHE = ".index.bin"


class RowError(ValueError):
    """A row that cannot be read; the message names the file, the line and the field."""


def parse(text: str, name: str) -> Mapping[str, object]:
    """The mapping that a YAML document holds; ``name`` is how errors call the file."""
    import yaml

    try:
        raw = yaml.load(text, _loader())
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        raise RowError(f"{name}:{line}: {getattr(error, 'problem', None) or error}") from error
    if not isinstance(raw, dict):
        raise RowError(f"{name}:1: expected a mapping")
    return raw


def read_raw(path: Path) -> Mapping[str, object]:
    """The raw form of one row."""
    return parse(path.read_text(encoding="utf-8"), display_name(path))


def read_row(path: Path) -> Row:
    """One row; raises ``RowError``."""
    raw = read_raw(path)
    try:
        return decode.row(raw)
    except FieldError as error:
        raise error_at(path, error.field, error.message) from error


def error_at(path: Path, field: FieldPath, message: str) -> RowError:
    """The error of one field of one file, with its line."""
    line = line_of(path.read_text(encoding="utf-8"), field)
    return RowError(f"{display_name(path)}:{line}: {decode.dotted(field)}: {message}")


def line_of(text: str, field: FieldPath) -> int:
    """1-based line of a field in a YAML document; that of the nearest field around it where it is missing."""
    import yaml

    node = yaml.compose(text, yaml.SafeLoader)
    line = 1
    for part in field:
        if isinstance(node, yaml.MappingNode):
            found = next(((k, v) for k, v in node.value if k.value == str(part)), None)
            if found is None:
                return line
            line, node = found[0].start_mark.line + 1, found[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
            line = node.start_mark.line + 1
        else:
            return line
    return line


def row_files(database: Database) -> list[Path]:
    """Every row file, in a stable order."""
    return sorted(database.rows.glob("*/*.yaml"))


def name_of(path: Path) -> str:
    """The torch name that a row file must hold: ``rows/torch.nn/Conv2d.yaml`` → ``torch.nn.Conv2d``.

    Two names that differ in case only need files that do not: ``torch.Tensor`` stands in ``Tensor+.yaml``.
    """
    return f"{path.parent.name}.{path.stem.removesuffix('+')}"


def display_name(path: Path) -> str:
    """Path of a row file as errors show it."""
    parts = path.parts
    return "/".join(parts[parts.index("mapping_db") :]) if "mapping_db" in parts else path.as_posix()


def read_general(database: Database) -> dict[str, str | list[str]]:
    """Parameters that mean nothing in MindSpore, with their harmless values."""
    path = database.root / "general.yaml"
    if not path.is_file():
        return {}
    raw = parse(path.read_text(encoding="utf-8"), display_name(path))
    try:
        return decode.harmless(raw.get("parameters"), ("parameters",))
    except FieldError as error:
        raise error_at(path, error.field, error.message) from error


def read_helpers(database: Database) -> dict[str, str]:
    """Source of every helper by its name."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(database.helpers.glob("*.py"))}


def read_compiled(database: Database, wanted: str | None = None) -> Compiled | None:
    """The compiled index that belongs to the rows as they are, ``None`` when there is none. ``wanted``: their ``stamp``, where it
    is known."""
    if not database.is_source:
        return compiled_rows.read(database.root / COMPILED)
    wanted = wanted or stamp(database)
    for path in cache_files(database):
        found = compiled_rows.read(path, wanted)
        if found is not None:
            return found
    return None


def write_cache(database: Database, compiled: Compiled) -> Path | None:
    """Effect: stores the compiled index of a source checkout at the first place that can be written."""
    for path in cache_files(database):
        try:
            compiled_rows.write(path, compiled)
        except OSError:
            continue
        return path
    return None


def cache_files(database: Database) -> tuple[Path, Path]:
    """In the checkout, else in the user's cache folder."""
    key = f"{zlib.crc32(str(database.root).encode()):08x}"
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or str(Path.home() / ".cache")
    return database.root / CACHE, Path(base) / "mindport" / f"index-{key}.bin"


@lru_cache(maxsize=1)
def _loader() -> Any:
    """YAML's safe loader, for which only ``true`` and ``false`` are booleans: ``on:`` stays a text."""
    import yaml

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc]
        pass

    resolvers = {
        first: [(tag, pattern) for tag, pattern in pairs if first in "tTfF" or tag != "tag:yaml.org,2002:bool"]
        for first, pairs in base.yaml_implicit_resolvers.items()
    }
    Loader.yaml_implicit_resolvers = resolvers
    return Loader
