"""Which files of a project a file imports, found by its text alone."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path

from mindport.project import files


def package_root(file: Path) -> Path:
    """The folder that the file's outermost package lies in."""
    folder = file.parent
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder


def closure(file: Path, root: Path) -> list[Path]:
    """The file, the project files that it imports, and so on; packages' ``__init__`` included."""
    found: list[Path] = []
    waiting = [file]
    while waiting:
        current = waiting.pop()
        if current in found or not current.is_file():
            continue
        found.append(current)
        folder = current.parent
        while folder != root and root in folder.parents:
            waiting.append(folder / "__init__.py")
            folder = folder.parent
        waiting += _imported(current, root)
    return sorted(found)


def _imported(file: Path, root: Path) -> list[Path]:
    source = files.read_source(file)
    if isinstance(source, files.Unreadable):
        return []
    try:
        tree = ast.parse(source.text)
    except (SyntaxError, ValueError, RecursionError):
        return []
    out: list[Path] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                out += _candidates(alias.name.split("."), (file.parent, root))
        elif isinstance(node, ast.ImportFrom):
            out += _from(node, file, root)
    return [path for path in out if root in path.parents]


def _candidates(parts: Sequence[str], bases: Sequence[Path]) -> list[Path]:
    out = []
    for base in bases:
        target = base.joinpath(*parts)
        out += [p for p in (target.with_suffix(".py"), target / "__init__.py") if parts and p.is_file()]
    return out


def class_definition(file: Path, tree: ast.Module, name: str) -> ast.ClassDef | None:
    """The class that ``name``, imported from a file of the project, stands for."""
    root = package_root(file.resolve())
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        alias = next((a for a in node.names if (a.asname or a.name) == name), None)
        if alias is None:
            continue
        for path in _from(node, file.resolve(), root):
            source = files.read_source(path)
            if isinstance(source, files.Unreadable):
                continue
            try:
                found = ast.parse(source.text)
            except (SyntaxError, ValueError, RecursionError):
                continue
            for statement in found.body:
                if isinstance(statement, ast.ClassDef) and statement.name == alias.name:
                    return statement
    return None


def _from(node: ast.ImportFrom, file: Path, root: Path) -> list[Path]:
    parts = node.module.split(".") if node.module else []
    bases: Sequence[Path] = (file.parent, root)
    if node.level:
        base = file.parent
        for _ in range(node.level - 1):
            base = base.parent
        bases = (base,)
    out = _candidates(parts, bases)
    for alias in node.names:
        out += _candidates([*parts, alias.name], bases)
    return out
