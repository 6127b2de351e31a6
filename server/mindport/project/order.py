"""Which files of a project may call which, by their import statements, and an order in which callers come first."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from mindport.syntax.import_statements import import_statements

_COMMENT: Final = re.compile(r"#[^\n]*")
_NAME: Final = re.compile(r"(\w+|\*)(?:[ \t]+as[ \t]+(\w+))?")
_MODULE: Final = re.compile(r"([\w.]+)(?:[ \t]+as[ \t]+\w+)?")
_MOST_STEPS: Final = 8  # files that hand a name on in a row


Import = tuple[str, tuple[tuple[str, str], ...]]
"""What an import statement says: the module, and pairs of a name in it and what that is called here; none for a plain
``import``."""


def imports_of(text: str) -> list[Import]:
    """The import statements of a text, wherever they stand."""
    found: list[Import] = []
    for match in import_statements(text):
        module, names, plain = match.groups()
        if module is not None:
            if "#" in names:
                names = _COMMENT.sub("", names)
            found.append((module, tuple([(name, local or name) for name, local in _NAME.findall(names)])))
        else:
            found += [(name, ()) for name in _MODULE.findall(plain)]
    return found


@dataclass(frozen=True)
class Order:
    """Files, callers first. ``callers``: the files that must come before a file, because they import it; of files that import
    each other in a circle, one comes first nevertheless. ``above``: all that come before it by that, as bits by place in
    ``files``."""

    files: tuple[str, ...]
    callers: Mapping[str, tuple[str, ...]]
    above: Mapping[str, int]

    def places(self) -> dict[str, int]:
        """Each file's place."""
        return {path: place for place, path in enumerate(self.files)}


def ordered(imports: Mapping[str, Sequence[Import]], walked: frozenset[str]) -> Order:
    """The order of the files in ``walked``. ``imports`` are the statements of these and of others, by absolute path, which hand
    names on."""
    graph = _Graph(imports)
    importers: dict[str, set[str]] = {path: set() for path in walked}
    for path in walked:
        for target in graph.targets(path):
            if target in walked and target != path:
                importers[target].add(path)
    places: dict[str, int] = {}
    callers: dict[str, tuple[str, ...]] = {}
    above: dict[str, int] = {}
    for path in _callers_first(importers):
        callers[path] = tuple(sorted(one for one in importers[path] if one in places))
        bits = 0
        for one in callers[path]:
            bits |= above[one] | 1 << places[one]
        places[path], above[path] = len(places), bits
    return Order(tuple(places), callers, above)


def _callers_first(importers: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Each file after those that import it, as far as that is possible."""
    seen: set[str] = set()
    for start in sorted(importers):
        if start in seen:
            continue
        seen.add(start)
        stack = [(start, iter(sorted(importers[start])))]
        while stack:
            path, rest = stack[-1]
            following = next((one for one in rest if one not in seen), None)
            if following is None:
                stack.pop()
                yield path
            else:
                seen.add(following)
                stack.append((following, iter(sorted(importers[following]))))


@dataclass
class _Graph:
    """Finds files by the names of modules, among those that are known."""

    imports: Mapping[str, Sequence[Import]]
    _found: dict[tuple[str, str], str | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._parts = {
            part for path in self.imports for part in path.removesuffix(".py").replace(os.sep, " ").split(" ")
        }

    def targets(self, path: str) -> Iterator[str]:
        """Files whose functions a file may call by what it imports, through files that hand names on."""
        for module, names in self.imports[path]:
            target = self._module(path, module)
            if target is not None:
                yield target
            for name, _ in names:
                if name != "*":
                    yield from self._named(path, module, name)

    def _named(self, path: str, module: str, name: str) -> Iterator[str]:
        """Files that a name may come from, the nearest first; each way is gone once, however many lead there."""
        level = [(path, module, name)]
        seen = set(level)
        for _ in range(_MOST_STEPS + 1):
            following = []
            for importer, module, name in level:
                target = self._module(importer, module)
                if target is not None and importer != path:
                    yield target
                inner = self._module(importer, module + ("" if module.endswith(".") else ".") + name)
                if inner is not None:
                    yield inner
                elif target is not None:
                    following += [one for one in self._handed(target, name) if one not in seen]
                    seen.update(following)
            level = following

    def _handed(self, target: str, name: str) -> Iterator[tuple[str, str, str]]:
        """Where a file may have a name from that it hands on: the file, a module that it imports, the name there."""
        for module, names in self.imports[target]:
            found = [first for first, local in names if local == name]
            if not found and any(local == "*" for _, local in names):
                found = [name]
            for first in found:
                yield target, module, first

    def _module(self, importer: str, module: str) -> str | None:
        folder = _folder(importer)
        key = (folder, module)
        if key not in self._found:
            self._found[key] = self._search(folder, module)
        return self._found[key]

    def _search(self, folder: str, module: str) -> str | None:
        bare = module.lstrip(".")
        if bare and bare.partition(".")[0] not in self._parts:
            return None
        inner = bare.replace(".", os.sep)
        level = len(module) - len(bare)
        if level:
            for _ in range(level - 1):
                folder = _folder(folder)
            return self._at(folder, inner)
        while True:
            found = self._at(folder, inner)
            if found is not None or not folder:
                return found
            folder = _folder(folder)

    def _at(self, folder: str, inner: str) -> str | None:
        base = f"{folder}{os.sep}{inner}" if inner else folder
        if inner and f"{base}.py" in self.imports:
            return f"{base}.py"
        package = f"{base}{os.sep}__init__.py"
        return package if package in self.imports else None


def _folder(path: str) -> str:
    return path.rpartition(os.sep)[0]
