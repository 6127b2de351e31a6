"""What other files of the project give a function, and whether they read it again: ``scale_(x, 2)`` behind an import."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from mindport.rewrite import held_names as names
from mindport.rewrite.site import Site
from mindport.syntax.source import SourceFile, read_text

# fmt: off
_VIEWS = frozenset([
    "t", "permute", "unsqueeze", "squeeze", "narrow", "select", "view", "view_as", "reshape", "flatten", "transpose", "diagonal",
    "ravel", "unflatten", "T", "mT",
])
# fmt: on
_LARGEST = 400_000


def is_read_again(site: Site, function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> bool:
    """Whether a file that gives the function a tensor for the argument goes on with it."""
    return any(_is_held(source, call, value) for source, call, value in _given(site, function, name))


def is_given_view(site: Site, function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> bool:
    """Whether one gives it a view of a tensor, by a method."""
    return any(_is_view(value) for _, _, value in _given(site, function, name))


def _is_view(value: ast.expr) -> bool:
    while isinstance(value, ast.Subscript):
        value = value.value
    if isinstance(value, ast.Attribute):
        return value.attr in ("T", "mT")
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in _VIEWS


def _is_held(source: SourceFile, call: ast.Call, value: ast.expr) -> bool:
    while isinstance(value, ast.Subscript):
        value = value.value
    scope = names.scope_of(source, call)
    if isinstance(value, ast.Name):
        return scope is not None and names.is_read_again(source, scope, value.id, call)
    return isinstance(value, ast.Attribute)


def _given(
    site: Site, function: ast.FunctionDef | ast.AsyncFunctionDef, name: str
) -> Iterator[tuple[SourceFile, ast.Call, ast.expr]]:
    owner = site.source.parent(function)
    called_as = owner.name if isinstance(owner, ast.ClassDef) and function.name == "__init__" else function.name
    takes = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    place = takes.index(name) - isinstance(owner, ast.ClassDef) if name in takes else -1
    for called in site.called_elsewhere(function):
        source = _parsed(called.path, _stamp(called.path))
        for call in source.each(ast.Call) if source is not None else ():
            func = call.func
            said = func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""
            if call.lineno != called.line or said != called_as and function.name not in ("__call__", "forward"):
                continue
            assert source is not None
            if 0 <= place < len(call.args) and not any(isinstance(one, ast.Starred) for one in call.args):
                yield source, call, call.args[place]
            yield from ((source, call, keyword.value) for keyword in call.keywords if keyword.arg == name)


def _stamp(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=32)
def _parsed(path: Path, stamp: int) -> SourceFile | None:
    """The file as it stands on the disk. ``stamp``: when it was written."""
    text = read_text(path) if stamp else ""
    source = SourceFile.parse(text, path) if isinstance(text, str) and 0 < len(text) < _LARGEST else None
    return source if source is not None and source.tree is not None else None
