"""Files whose computations another file asks gradients of gradients of: what it imports, or what is imported beside it."""

from __future__ import annotations

from pathlib import Path

from mindport.project import imports
from mindport.project.walk import Project
from mindport.rewrite.second_derivatives import asked


def differentiated_twice(project: Project) -> frozenset[Path]:
    """The files, as the project names them. A project that asks for none costs a look at each text."""
    askers = {file.path for file in project.sources if asked(_text(file.path))}
    found: set[Path] = set()
    if askers:
        root = project.root.resolve()
        named = {file.path.resolve(): file.path for file in project.sources}
        for file in project.sources:
            reached = {named[path] for path in imports.closure(file.path.resolve(), root) if path in named}
            if reached & askers:
                found |= reached
    return frozenset(found)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="ignore")
    except OSError:
        return ""
