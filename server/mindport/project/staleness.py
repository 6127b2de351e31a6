"""What the files of a scan read of each other, and which of them a change can make a difference to.

The facts are those of ``semantics.trace``. A file's walk is *stale* when something that it read is not as it was, be it through
others that worked it out. Whether a file has a name that is looked for through star imports changes seldom, though whole packages
are asked: so it is not their texts that count there, but whether a changed one binds the name now and whether it did.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from mindport.semantics.folders import ROOT_MARKS
from mindport.semantics.pieces import Names
from mindport.semantics.project import Read
from mindport.semantics.trace import OWN, WALK, Fact, Unit

Key = tuple[str, int, str]
"""An import: the folder of the file that has it, dots, module."""


@dataclass
class Dependences:
    """``facts``: of each file's units. ``binders``: by name, files known to bind it themselves. ``stars``: modules of which a
    file imports all, and their dots, where they were looked at. ``listed``: what a star import of a file brings, where that is
    written out. ``found``: the files that an import may mean, the nearest first. Facts are in lists as long as none is added."""

    facts: dict[str, dict[str, set[Fact] | list[Fact]]] = field(default_factory=dict)
    binders: dict[str, set[str]] = field(default_factory=dict)
    stars: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    listed: dict[str, list[str]] = field(default_factory=dict)
    found: dict[Key, list[str]] = field(default_factory=dict)

    def to_plain(self) -> Any:
        """As values that ``marshal`` writes."""
        facts = {
            path: {name: read if isinstance(read, list) else list(read) for name, read in units.items()}
            for path, units in self.facts.items()
        }
        return facts, {name: list(paths) for name, paths in self.binders.items()}, self.stars, self.listed, self.found

    @classmethod
    def of_plain(cls, plain: Any) -> Dependences:
        facts, binders, stars, listed, found = plain
        return cls(
            facts,
            {name: set(paths) for name, paths in binders.items()},
            stars,
            listed,
            found,
        )

    def take(self, read: Read) -> None:
        """Takes over what a walk has read."""
        for (path, name), fact in read.facts:
            units = self.facts.setdefault(path, {})
            known = units.get(name)
            if not isinstance(known, set):
                known = units[name] = set(known or ())
            known.add(fact)
        for name, path in read.binders:
            self.binders.setdefault(name, set()).add(path)
        self.stars.update(read.stars)
        self.listed.update(read.listed)
        for folder, level, module, paths in read.found:
            self.found[(folder, level, module)] = paths

    def sought(self) -> frozenset[str]:
        """Names of files and folders that decide where imports lead."""
        parts = {part for _, _, module in self.found for part in module.split(".")}
        return frozenset((*parts, *(f"{part}.py" for part in parts), "__init__.py", *ROOT_MARKS))

    def drop(self, changed: Mapping[str, Names | None], moved: Mapping[Key, list[str]]) -> set[str]:
        """The files whose walks are stale, after some files have ``changed`` (None for one that cannot be read) and imports mean
        other files. Forgets what stale units have read, and takes over what is so now."""
        stale = self._stale(changed, moved)
        walks = {path for path, name in stale if name == WALK}
        for path, name in stale:
            units = self.facts.get(path, {})
            units.pop(name, None)
            if not units:
                self.facts.pop(path, None)
        self.found.update(moved)
        for path, names in changed.items():
            for name, paths in self.binders.items():
                paths.discard(path)
                if names is not None and names.binds(name):
                    paths.add(path)
            self.stars.pop(path, None)
            self.listed.pop(path, None)
            if names is not None and names.stars:
                self.stars[path] = names.stars
            if names is not None and names.listed is not None:
                self.listed[path] = sorted(names.listed)
        return walks

    def _stale(self, changed: Mapping[str, Names | None], moved: Collection[Key]) -> set[Unit]:
        index = _Index(self.facts)
        queue: list[Unit] = []
        gone = {path for path, names in changed.items() if names is None}
        moved = {*moved, *(key for key, paths in self.found.items() if not gone.isdisjoint(paths))}
        for path in changed:
            queue += [(path, WALK), (path, OWN), *((path, name) for name in self.facts.get(path, ()))]
            queue += index.texts.get(path, ())
        for folder, level, module in moved:
            queue += index.imports.get((folder, str(level), module), ())
        queue += self._misled(index, changed, moved)
        stale: set[Unit] = set()
        while queue:
            unit = queue.pop()
            if unit in stale:
                continue
            stale.add(unit)
            path, name = unit
            if name == OWN:
                queue += index.files.get(path, ())
            elif name != WALK:
                queue += index.names.get(unit, ())
        return stale

    def _misled(self, index: _Index, changed: Mapping[str, Names | None], moved: Collection[Key]) -> Iterator[Unit]:
        """Units that looked for names through star imports, and would find others now."""
        above: dict[str, set[str]] = {}
        turned: set[str] = set()  # files whose star imports lead elsewhere
        # What star imports of a file bring now and did not, or the other way round.
        differing: dict[str, frozenset[str]] = {}
        for path, modules in self.stars.items():
            folder = _folder(path)
            for module, level in modules:
                if (folder, level, module) in moved:
                    turned.add(path)
                target = next((one for one in self.found.get((folder, level, module), ()) if one != path), None)
                if target is not None:
                    above.setdefault(target, set()).add(path)
        for path, names in changed.items():
            if self.stars.get(path, []) != (names.stars if names is not None else []):
                turned.add(path)
            before, listed = self.listed.get(path), names.listed if names is not None else None
            if before is not None and listed is not None:
                differing[path] = listed.symmetric_difference(before)
            elif before is not None or listed is not None:
                turned.add(path)
        for path in {*changed, *turned}:
            names = changed.get(path)
            for one in _all_above(path, above):
                yield from index.lists.get(one, ())
                for name, unit in index.sought.get(one, ()):
                    if one != path and path not in turned and not _is_brought(name, names, differing.get(path, ())):
                        continue
                    was = path in self.binders.get(name, ())
                    if path in turned or name in differing.get(path, ()):
                        yield unit
                    elif was != (names is not None and names.binds(name)):
                        yield unit


class _Index:
    """Which units read what: ``names`` of files, anything that is worked out in ``files``, ``texts``, where ``imports`` lead, all
    names of a file (``lists``), whether a file has a name (``sought``)."""

    def __init__(self, facts: Mapping[str, Mapping[str, Iterable[Fact]]]) -> None:
        self.names: dict[Unit, list[Unit]] = {}
        self.files: dict[str, list[Unit]] = {}
        self.texts: dict[str, list[Unit]] = {}
        self.imports: dict[tuple[str, str, str], list[Unit]] = {}
        self.lists: dict[str, list[Unit]] = {}
        self.sought: dict[str, list[tuple[str, Unit]]] = {}
        for path, units in facts.items():
            for name, read in units.items():
                unit = (path, name)
                for fact in read:
                    kind = fact[0]
                    if kind == "n":
                        self.names.setdefault((fact[1], fact[2]), []).append(unit)
                        self.files.setdefault(fact[1], []).append(unit)
                    elif kind == "r":
                        self.imports.setdefault((fact[1], fact[2], fact[3]), []).append(unit)
                    elif kind == "b":
                        self.sought.setdefault(fact[1], []).append((fact[2], unit))
                    else:
                        (self.texts if kind == "t" else self.lists).setdefault(fact[1], []).append(unit)


def _is_brought(name: str, names: Names | None, differing: Collection[str]) -> bool:
    """Whether a star import of a file may bring a name, or might before."""
    if names is None or name in differing:
        return True
    return not name.startswith("_") if names.listed is None else name in names.listed


def _all_above(path: str, above: Mapping[str, Iterable[str]]) -> set[str]:
    """The file, and those that look into it through star imports."""
    found, queue = {path}, [path]
    while queue:
        for one in above.get(queue.pop(), ()):
            if one not in found:
                found.add(one)
                queue.append(one)
    return found


def _folder(path: str) -> str:
    return path.rpartition(os.sep)[0]
