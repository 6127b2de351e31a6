"""The compiled index of all rows: names at once, each row made when it is asked for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mindport.mapping import decode
from mindport.mapping import load as database
from mindport.mapping.decode import FieldError
from mindport.mapping.load import Database, RowError
from mindport.mapping.row import Row


class RowIndex:
    """Rows by torch name, aliases resolved."""

    def __init__(self, compiled: Mapping[str, Any]) -> None:
        # As text: a row is looked at when its API comes up, and most never do.
        self._raw: dict[str, str | dict[str, Any]] = compiled["rows"]
        self._aliases: dict[str, str] = compiled["aliases"]
        self._helpers: dict[str, str] = compiled["helpers"]
        self._rows: dict[str, Row] = {}
        self.general: dict[str, str | list[str]] = compiled["general"]
        self.digest: str = compiled["digest"]

    def get(self, name: str) -> Row | None:
        """The row of a torch name or of one of its aliases."""
        canonical = self.canonical(name)
        if canonical is None:
            return None
        row = self._rows.get(canonical)
        if row is None:
            row = self._rows[canonical] = decode.row(self._parsed(canonical))
        return row

    def canonical(self, name: str) -> str | None:
        """The name under which the row of ``name`` stands."""
        return name if name in self._raw else self._aliases.get(name)

    def names(self) -> list[str]:
        """Canonical names of all rows, sorted."""
        return sorted(self._raw)

    def aliases(self) -> Mapping[str, str]:
        """Alias → canonical name."""
        return self._aliases

    def returns(self, name: str) -> str:
        """What a use of ``name`` yields, ``unknown`` when there is no row."""
        raw = self.search(name)
        return str(raw["returns"]) if raw is not None else "unknown"

    def search(self, name: str) -> Mapping[str, Any] | None:
        """The raw row of a name, for looking through many without making a ``Row`` of each."""
        canonical = self.canonical(name)
        return None if canonical is None else self._parsed(canonical)

    def _parsed(self, canonical: str) -> dict[str, Any]:
        raw = self._raw[canonical]
        if isinstance(raw, str):
            parsed: dict[str, Any] = json.loads(raw)
            return parsed
        return raw

    def helper(self, name: str) -> str | None:
        """Source of a helper."""
        return self._helpers.get(name)

    def helpers(self) -> list[str]:
        """Names of all helpers, sorted."""
        return sorted(self._helpers)

    def with_rows(
        self, rows: Mapping[str, dict[str, Any]], aliases: Mapping[str, str], helpers: Mapping[str, str]
    ) -> RowIndex:
        """The same index with other rows and helpers over its own; a name that has a row is no alias any more."""
        import hashlib

        merged: dict[str, str | dict[str, Any]] = {**self._raw, **rows}
        others = {alias: name for alias, name in {**self._aliases, **aliases}.items() if alias not in merged}
        changed = repr((sorted(rows.items()), sorted(helpers.items())))
        return RowIndex(
            {
                "rows": merged,
                "aliases": others,
                "helpers": {**self._helpers, **helpers},
                "general": self.general,
                "digest": hashlib.sha256((self.digest + changed).encode()).hexdigest(),
            }
        )

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.canonical(name) is not None

    def __len__(self) -> int:
        return len(self._raw)


_loaded: dict[Path, tuple[str, RowIndex]] = {}


def load() -> RowIndex:
    """The index of this installation; rebuilt in a source checkout when a row has changed."""
    found = database.find()
    key = database.stamp(found) if found.is_source else "wheel"
    known = _loaded.get(found.root)
    if known is not None and known[0] == key:
        return known[1]
    compiled = database.read_compiled(found)
    if compiled is None:
        compiled = compile_rows(found)
        database.write_cache(found, compiled)
    index = RowIndex(compiled)
    _loaded[found.root] = (key, index)
    return index


def compile_rows(found: Database) -> dict[str, Any]:
    """The compiled form of all rows; raises ``RowError`` on the first that is wrong."""
    import hashlib

    key = database.stamp(found)
    rows: dict[str, str] = {}
    aliases: dict[str, str] = {}
    digest = hashlib.sha256()
    for path in database.row_files(found):
        raw = dict(database.read_raw(path))
        try:
            row = decode.row(raw)
        except FieldError as error:
            raise database.error_at(path, error.field, error.message) from error
        if row.torch != database.name_of(path):
            raise database.error_at(path, ("torch",), f"the path says {database.name_of(path)}")
        rows[row.torch] = json.dumps(raw, ensure_ascii=False, separators=(",", ":"))
        for alias in row.aliases:
            if aliases.setdefault(alias, row.torch) != row.torch:
                raise database.error_at(path, ("aliases",), f"{alias} is an alias of {aliases[alias]} already")
        digest.update(path.read_bytes())
    clash = sorted(set(aliases) & set(rows))
    if clash:
        raise RowError(f"{aliases[clash[0]]}: its alias {clash[0]} has a row of its own")
    general, helpers = database.read_general(found), database.read_helpers(found)
    digest.update(repr((sorted(general.items()), sorted(helpers.items()))).encode())
    return {
        "format": database.FORMAT,
        "stamp": key,
        "digest": digest.hexdigest(),
        "general": general,
        "aliases": aliases,
        "helpers": helpers,
        "rows": rows,
    }


def build(root: Path, target: Path) -> None:
    """Effect: compiles the rows under ``root`` into ``target``, the file that a wheel ships."""
    compiled = compile_rows(Database(root))
    compiled["stamp"] = ""
    database.write_json(target, compiled)
