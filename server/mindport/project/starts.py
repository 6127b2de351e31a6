"""Folders below a project's root in which programs start: what is there must find the helpers module, too.

Python looks where the program lies that was started: ``python src/train.py`` finds ``src/model.py``, and nothing of the root.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from mindport.syntax.source import SourceFile

_ROOT = PurePosixPath()
_TEXT = '''"""The helpers of this project, for programs that start in this folder: they are in {place}."""

import importlib.util
import sys
from pathlib import Path

_SPEC = importlib.util.spec_from_file_location(__name__, Path(__file__).resolve().parents[{up}] / "{name}")
sys.modules[__name__] = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(sys.modules[__name__])
'''


@dataclass(frozen=True)
class Written:
    """A migrated file: its path relative to the root, its text, and whether it needs helpers."""

    relative: str
    text: str
    helped: bool


def forwarding(folder: str, name: str) -> str:
    """Text of the module in ``folder`` that stands for the module ``name`` of the root."""
    up = len(PurePosixPath(folder).parts)
    return _TEXT.format(place="../" * up + name, up=up, name=name)


def folders(files: Iterable[Written]) -> list[str]:
    """Where programs that need helpers start: folders whose files import each other by their plain names, and those of a file
    that nobody imports, or that does something when it is started."""
    known = [(PurePosixPath(file.relative), file) for file in files if file.relative.endswith((".py", ".ipynb"))]
    helped = [path for path, file in known if file.helped]
    if not helped:
        return []
    modules = {path.with_suffix("") for path, _ in known}
    places = modules | {parent for path in modules for parent in path.parents}
    trees = {path: SourceFile.parse(file.text).tree for path, file in known}
    absolute = {path: set(_tops(tree)) for path, tree in trees.items()}
    imported = {name for tree in trees.values() for name in _named(tree)}
    found: set[PurePosixPath] = set()
    for path, names in absolute.items():
        for folder in path.parents:
            if folder != _ROOT and any(_ROOT / n not in places and folder / n in places for n in names):
                found.add(folder)
    found = {folder for folder in found if any(folder in path.parents for path in helped)}
    for path in helped:
        tree = trees[path]
        if path.parent == _ROOT or tree is None or _imports_by_dots(tree) or path.stem == "__init__":
            continue
        marked = path.parent / "__init__" in modules
        started, alone = _is_started(tree), path.stem not in imported
        if (started and alone) if marked else (started or alone):
            found.add(path.parent)
    return sorted(folder.as_posix() for folder in found)


def _tops(tree: ast.Module | None) -> Iterator[str]:
    """First parts of the absolute imports."""
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            top = node.module.partition(".")[0]
            if top not in sys.stdlib_module_names:
                yield top


def _named(tree: ast.Module | None) -> Iterator[str]:
    """Names that an import may mean a module by."""
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Import):
            yield from (alias.name.rpartition(".")[2] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.module:
                yield node.module.rpartition(".")[2]
            yield from (alias.name for alias in node.names)


def _imports_by_dots(tree: ast.Module) -> bool:
    return any(isinstance(node, ast.ImportFrom) and node.level for node in ast.walk(tree))


def _is_started(tree: ast.Module) -> bool:
    """Whether the file asks if it is the program: ``if __name__ == "__main__":``."""
    return any(
        isinstance(s, ast.If)
        and isinstance(s.test, ast.Compare)
        and isinstance(s.test.left, ast.Name)
        and s.test.left.id == "__name__"
        for s in tree.body
    )
