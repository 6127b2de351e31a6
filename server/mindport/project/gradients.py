"""Files whose computations another file asks gradients of gradients of: what it imports, or what is imported beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from mindport.project import imports
from mindport.project.walk import Project
from mindport.rewrite.second_derivatives import asked


def differentiated_twice(project: Project) -> frozenset[Path]:
    """The files, as the project names them. A project that asks for none costs a look at each text; another one is parsed."""
    named = {file.path.resolve(): file.path for file in project.sources}
    askers = {path for path, name in named.items() if asked(_text(name))}
    if not askers:
        return frozenset()
    root = project.root.resolve()
    imported = {path: imports.neighbours(path, root) for path in named}
    importers: dict[Path, list[Path]] = {}
    for path, others in imported.items():
        for other in others:
            importers.setdefault(other, []).append(path)
    return frozenset(named[path] for path in _reached(_reached(askers, importers), imported) if path in named)


def _reached(starts: Iterable[Path], following: Mapping[Path, Iterable[Path]]) -> set[Path]:
    """What one comes to from some files, with these."""
    found: set[Path] = set()
    waiting = list(starts)
    while waiting:
        current = waiting.pop()
        if current not in found:
            found.add(current)
            waiting += following.get(current, ())
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="ignore")
    except OSError:
        return ""
