"""Which files of a project a file imports, found by its text alone."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from mindport.project import files
from mindport.project.walk import Project

_LEVELS_UP = 2
_SEVERAL = 2
_FROM = re.compile(r"^[ \t]*(?:from|import)[ \t]+(\.*)(\w*)\.?(\w*)", re.MULTILINE)


def package_root(file: Path) -> Path:
    """The folder from which the file's imports are found: that of its outermost package, or one a little above it."""
    folder = file.parent
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    # a package needs no __init__.py: ``from models.blocks import Block`` in ``models/net.py``
    names = {name for name in _top_names(file) if not _has(folder, name)}
    above = [folder, *folder.parents][1 : 1 + _LEVELS_UP]
    return next((up for up in above if any(_has(up, name) for name in names)), folder)


def is_package(project: Project) -> bool:
    """Whether the project's root is a package itself. One that programs start in may have an ``__init__.py`` for no reason: its
    files then import each other from there, and none by dots that lead to it. Effect: reads the files."""
    if not (project.root / "__init__.py").exists():
        return False
    tops = {file.relative.partition("/")[0].removesuffix(".py") for file in project.sources} - sys.stdlib_module_names
    from_here: set[str] = set()
    by_own_init = False
    own, inner = project.root.resolve().name, {file.relative.split("/")[0] for file in project.sources}
    for file in project.sources:
        source = files.read_source(file.path)
        for dots, name, member in _FROM.findall(source.text) if isinstance(source, files.SourceText) else ():
            if not dots and name == own and member in tops and own not in inner:
                return True  # by its own name: a module beside the files that is called so has no modules in it
            if len(dots) > file.relative.count("/"):
                if file.relative != "__init__.py":
                    return True
                by_own_init = True
            if not dots and name in tops:
                from_here.add(name)
    # Its own ``__init__`` can name what is beside it in no other way, whether or not anybody imports it; one name that others
    # import from there may be another package's.
    return len(from_here) < _SEVERAL if by_own_init else not from_here


def _top_names(file: Path) -> set[str]:
    """First parts of the absolute imports of a file, without those that no project has."""
    tree = _parsed(file)
    found: set[str] = set()
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found - sys.stdlib_module_names - {"torch", "torchvision", "mindspore", "numpy"}


def _has(folder: Path, name: str) -> bool:
    """Whether a module or a folder of modules of that name is there."""
    return (folder / f"{name}.py").is_file() or next((folder / name).glob("*.py"), None) is not None


def _parsed(file: Path) -> ast.Module | None:
    source = files.read_source(file)
    if isinstance(source, files.Unreadable):
        return None
    try:
        return ast.parse(source.text)
    except (SyntaxError, ValueError, RecursionError):
        return None


def closure(file: Path, root: Path) -> list[Path]:
    """The file, the project files that it imports, and so on; packages' ``__init__`` included."""
    found: set[Path] = set()
    waiting = [file]
    while waiting:
        current = waiting.pop()
        if current not in found and current.is_file():
            found.add(current)
            waiting += neighbours(current, root)
    return sorted(found)


def neighbours(file: Path, root: Path) -> list[Path]:
    """What a file itself imports of the project, and the ``__init__`` of the packages that it is in, be there one or not."""
    folder = file.parent
    found = []
    while folder != root and root in folder.parents:
        found.append(folder / "__init__.py")
        folder = folder.parent
    return [*found, *_imported(file, root)]


def _imported(file: Path, root: Path) -> list[Path]:
    tree = _parsed(file)
    out: list[Path] = []
    for node in ast.walk(tree) if tree is not None else ():
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
            found = _parsed(path)
            for statement in found.body if found is not None else ():
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
