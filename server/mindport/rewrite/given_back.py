"""What a call runs of the code's own, here or in another file, and what that gives back: ``forward`` for ``self.decoder(x)``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from mindport.rewrite.rule import Module
from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.semantics.types import Type
from mindport.syntax.source import SourceFile

_MOST = 12  # functions, one called by the other


class Reading(NamedTuple):
    """A file, as far as it is known: ``called`` gives the function that a call runs, where it is the code's own. ``met``: the
    functions that were followed so far."""

    source: SourceFile
    kind_of: Callable[[ast.expr], str]
    called: Callable[[ast.Call], FunctionInfo | None]
    met: set[FunctionInfo]


def reading(module: Module) -> Reading:
    """The file that is rewritten."""
    analysis = module.analysis
    return Reading(module.source, analysis.kind_of, lambda call: _function(analysis.type_of(call.func)), set())


def followed(file: Reading, call: ast.Call) -> tuple[Reading, Sequence[ast.expr]]:
    """The values that a call of the code's own gives back, and the file that they stand in; none where it was followed before."""
    function = file.called(call)
    if function is None or function in file.met or len(file.met) >= _MOST:
        return file, ()
    file.met.add(function)
    there, node = where_defined(file, function)
    return there, _returned(there.source, node) if node is not None else ()


def where_defined(
    file: Reading, function: FunctionInfo
) -> tuple[Reading, ast.FunctionDef | ast.AsyncFunctionDef | None]:
    """The file that a function of the code's own stands in, and its definition there."""
    own, node = function.flow.source, function.node
    if own.path == file.source.path:
        return file, node if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else None
    # Of another file no types are at hand, only what its names stand for.
    there = _parsed(own.text, own.path)
    file = Reading(there, lambda _: "unknown", lambda inner: _function(_named(function, inner)), file.met)
    found = (one for one in there.each(ast.FunctionDef) if (one.lineno, one.name) == (node.lineno, node.name))
    return file, next(found, None)


@lru_cache(maxsize=16)
def _parsed(text: str, path: Path | None) -> SourceFile:
    """Another file, whose tree the inference does not keep."""
    return SourceFile.parse(text, path)


def _returned(source: SourceFile, function: ast.AST) -> list[ast.expr]:
    """The values of its ``return`` statements, those of functions within it included."""
    nodes = source.within(function)
    return [node.value for node in nodes if isinstance(node, ast.Return) and node.value is not None]


def _function(callee: Type | None) -> FunctionInfo | None:
    """The function that is called, or the ``forward`` of the module that is."""
    definition = callee.definition if callee is not None else None
    if isinstance(definition, FunctionInfo):
        return definition
    if isinstance(definition, ClassInfo) and callee is not None and callee.kind == "module":
        return definition.method("forward")
    return None


def _named(function: FunctionInfo, call: ast.Call) -> Type | None:
    """What a call in a function of another file calls: a name, or a member of ``self``."""
    func = call.func
    if isinstance(func, ast.Name):
        return function.flow.lookup(func.id)
    if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id == "self":
        if function.cls is not None:
            method = function.cls.method(func.attr)
            return Type("function", definition=method) if method is not None else function.cls.attribute(func.attr)
    return None
