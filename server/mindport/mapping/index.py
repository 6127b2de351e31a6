"""The compiled index of all rows: names at once, each row made when it is asked for."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from mindport.mapping import compiled as compiled_rows
from mindport.mapping import decode
from mindport.mapping import load as database
from mindport.mapping.compiled import Compiled
from mindport.mapping.decode import FieldError
from mindport.mapping.load import Database, RowError
from mindport.mapping.row import Example, Later, Row


class RowIndex:
    """Rows by torch name, aliases resolved."""

    def __init__(
        self,
        compiled: Compiled,
        rows: Mapping[str, dict[str, Any]] | None = None,
        aliases: Mapping[str, str] | None = None,
        helpers: Mapping[str, str] | None = None,
    ) -> None:
        """``rows``, ``aliases`` and ``helpers`` go before the compiled ones."""
        self._compiled = compiled
        self._own = dict(rows or {})
        self._aliases = {**compiled.aliases, **aliases} if aliases else compiled.aliases
        self._own_helpers = dict(helpers or {})
        self._rows: dict[str, Row] = {}
        self._owners: frozenset[str] | None = None
        self.general = compiled.general
        self.digest = self._digest()

    def get(self, name: str) -> Row | None:
        """The row of a torch name or of one of its aliases."""
        row = self._rows.get(name)
        if row is not None:
            return row
        canonical = self.canonical(name)
        if canonical is None:
            return None
        row = self._rows.get(canonical)
        if row is None:
            later = Later(partial(self._examples, canonical))
            row = self._rows[canonical] = decode.row(self._parsed(canonical), later)
        return row

    def canonical(self, name: str) -> str | None:
        """The name under which the row of ``name`` stands."""
        return name if name in self._own or name in self._compiled.rows else self._aliases.get(name)

    def names(self) -> list[str]:
        """Canonical names of all rows, sorted."""
        return sorted({*self._own, *self._compiled.rows.places})

    def holds(self, name: str) -> bool:
        """Whether ``name`` is that of a module or class, of whose names there are rows."""
        if self._owners is None:
            parts = [row.split(".") for row in self.names()]
            self._owners = frozenset(".".join(each[:count]) for each in parts for count in range(1, len(each)))
        return name in self._owners

    def aliases(self) -> Mapping[str, str]:
        """Alias → canonical name; a name that has a row is none."""
        return {alias: name for alias, name in self._aliases.items() if self.canonical(alias) != alias}

    def returns(self, name: str) -> str:
        """What a use of ``name`` yields, ``unknown`` when there is no row."""
        raw = self.search(name)
        return str(raw["returns"]) if raw is not None else "unknown"

    def search(self, name: str) -> Mapping[str, Any] | None:
        """The raw row of a name, for looking through many without making a ``Row`` of each."""
        canonical = self.canonical(name)
        return None if canonical is None else self._parsed(canonical)

    def _parsed(self, canonical: str) -> dict[str, Any]:
        own = self._own.get(canonical)
        if own is not None:
            return own
        parsed: dict[str, Any] = json.loads(self._compiled.rows.get(canonical) or "{}")
        return parsed

    def _examples(self, canonical: str) -> tuple[Example, ...]:
        return decode.examples_of(self._parsed(canonical))

    def helper(self, name: str) -> str | None:
        """Source of a helper."""
        return self._own_helpers.get(name) or self._compiled.helpers.get(name)

    def helpers(self) -> list[str]:
        """Names of all helpers, sorted."""
        return sorted({*self._own_helpers, *self._compiled.helpers.places})

    def with_rows(
        self, rows: Mapping[str, dict[str, Any]], aliases: Mapping[str, str], helpers: Mapping[str, str]
    ) -> RowIndex:
        """The same index with other rows and helpers over its own; a name that has a row is no alias any more."""
        return RowIndex(
            self._compiled,
            {**self._own, **rows},
            {**self._aliases, **aliases},
            {**self._own_helpers, **helpers},
        )

    def _digest(self) -> str:
        if not self._own and not self._own_helpers:
            return self._compiled.digest
        import hashlib

        changed = repr((sorted(self._own.items()), sorted(self._own_helpers.items())))
        return hashlib.sha256((self._compiled.digest + changed).encode()).hexdigest()

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.canonical(name) is not None

    def __len__(self) -> int:
        return len(self._own.keys() | self._compiled.rows.places.keys())


_loaded: dict[Path, tuple[str, RowIndex]] = {}


def load() -> RowIndex:
    """The index of this installation; rebuilt in a source checkout when a row has changed."""
    found = database.find()
    key = database.stamp(found) if found.is_source else "wheel"
    known = _loaded.get(found.root)
    if known is not None and known[0] == key:
        return known[1]
    compiled = database.read_compiled(found, key)
    if compiled is None:
        compiled = compile_rows(found)
        database.write_cache(found, compiled)
    if compiled.errors:
        import logging

        logging.getLogger(__name__).warning("rows left out:\n%s", "\n".join(compiled.errors))
    index = RowIndex(compiled)
    _loaded[found.root] = (key, index)
    return index


def compile_rows(found: Database, strict: bool = False) -> Compiled:
    """The compiled form of all rows. A row that is wrong is left out and named in ``errors``; ``strict`` raises ``RowError`` on
    the first."""
    import hashlib

    key = database.stamp(found)
    rows: dict[str, str] = {}
    aliases: dict[str, str] = {}
    errors: list[str] = []
    digest = hashlib.sha256()
    for path in database.row_files(found):
        try:
            rows.update(_compiled_row(path, aliases))
        except (RowError, OSError, UnicodeDecodeError) as error:
            if strict:
                raise
            errors.append(str(error) if isinstance(error, RowError) else f"{database.display_name(path)}:1: {error}")
            continue
        digest.update(path.read_bytes())
    clashes = [f"{aliases[name]}: its alias {name} has a row of its own" for name in sorted(set(aliases) & set(rows))]
    if clashes and strict:
        raise RowError(clashes[0])
    errors += clashes
    general, helpers = database.read_general(found), database.read_helpers(found)
    digest.update(repr((sorted(general.items()), sorted(helpers.items()))).encode())
    return Compiled(
        key,
        digest.hexdigest(),
        general,
        aliases,
        compiled_rows.texts(rows),
        compiled_rows.texts(helpers),
        tuple(errors),
    )


def build(root: Path, target: Path) -> None:
    """Effect: compiles the rows under ``root`` into ``target``, the file that a wheel ships. Raises ``RowError``."""
    compiled_rows.write(target, dataclasses.replace(compile_rows(Database(root), strict=True), stamp=""))


def _compiled_row(path: Path, aliases: dict[str, str]) -> dict[str, str]:
    """The row of a file as compact JSON under its name. Effect: its aliases are added to ``aliases``. Raises ``RowError``."""
    raw = dict(database.read_raw(path))
    try:
        row = decode.row(raw)
    except FieldError as error:
        raise database.error_at(path, error.field, error.message) from error
    if row.torch != database.name_of(path):
        raise database.error_at(path, ("torch",), f"the path says {database.name_of(path)}")
    for alias in row.aliases:
        if aliases.get(alias, row.torch) != row.torch:
            raise database.error_at(path, ("aliases",), f"{alias} is an alias of {aliases[alias]} already")
    aliases.update(dict.fromkeys(row.aliases, row.torch))
    return {row.torch: json.dumps(raw, ensure_ascii=False, separators=(",", ":"))}
