"""Packages that build on torch: which of them a project imports, and what serves MindSpore in their place."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from mindport.mapping import load

TORCH_FAMILY = frozenset({"torch", "torchvision", "torchaudio"})
"""What the mapping rows cover; a project needs these no more once no file imports them."""

NO_ADVICE = "none"


@dataclass(frozen=True)
class Package:
    """A third-party package; ``advice`` is the kind of work it takes to do without, ``instead`` what may replace it."""

    name: str
    imports: tuple[str, ...]
    advice: str
    instead: tuple[str, ...]


@dataclass(frozen=True)
class Imported:
    """Where a project imports a package: the file and the first line in it."""

    package: Package
    places: tuple[tuple[str, int], ...]

    def to_json(self) -> dict[str, object]:
        places = [{"path": path, "line": line} for path, line in self.places]
        return {
            "package": self.package.name,
            "advice": self.package.advice,
            "instead": list(self.package.instead),
            "imported": places,
        }


@cache
def known() -> Mapping[str, Package]:
    """Top-level module → the package that builds on torch. Raises ``RowError`` when the list cannot be read."""
    path = load.find().root / "packages.yaml"
    found: dict[str, Package] = {}
    for name, entry in load.parse(path.read_text(encoding="utf-8"), path.name).items():
        assert isinstance(entry, Mapping)
        imports = tuple(str(i) for i in entry.get("imports", (name.replace("-", "_"),)))
        package = Package(name, imports, str(entry["advice"]), tuple(str(i) for i in entry.get("instead", ())))
        if package.advice != NO_ADVICE:
            found.update(dict.fromkeys(imports, package))
    return found


def top_level_imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """First parts of the names that a file imports, with their lines; relative imports are the project's own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0], node.lineno


class Imports:
    """Collects what the files of a migrated project still import."""

    def __init__(self, own: frozenset[str] = frozenset()) -> None:
        """``own``: the project's own top-level modules, which no list of packages speaks of."""
        self._own = own
        self._places: dict[str, list[tuple[str, int]]] = {}
        self.modules: set[str] = set()

    def add(self, path: str, text: str) -> None:
        """Reads a file; one that does not parse counts as importing whatever of the torch family it names."""
        try:
            found = dict(reversed(list(top_level_imports(ast.parse(text)))))
        except (SyntaxError, ValueError, RecursionError):
            found = {name: 1 for name in TORCH_FAMILY if name in text}
        self.modules |= found.keys()
        for name, line in sorted(found.items(), key=lambda item: item[1]):
            if name in known() and name not in self._own:
                self._places.setdefault(known()[name].name, []).append((path, line))

    @property
    def torch_family(self) -> frozenset[str]:
        return TORCH_FAMILY & self.modules

    def packages(self) -> tuple[Imported, ...]:
        """Packages that build on torch, those of most files first."""
        by_name = {package.name: package for package in known().values()}
        ordered = sorted(self._places.items(), key=lambda item: (-len(item[1]), item[0]))
        return tuple(Imported(by_name[name], tuple(places)) for name, places in ordered)
