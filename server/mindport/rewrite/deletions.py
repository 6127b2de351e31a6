"""``del torch``: what deletes names of imports that go, goes with them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable

from mindport.rewrite import statements
from mindport.rewrite.imports import TorchImport
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Span


def edits(source: SourceFile, gone: Iterable[TorchImport], bound: Collection[str]) -> list[Edit]:
    """Takes names that only the imports in ``gone`` bind out of the ``del`` statements of the same scope; ``bound``: names that
    the module's new imports bind."""
    names: dict[ast.AST | None, set[str]] = {}
    for item in gone:
        scope = _scope(source, item.node)
        names.setdefault(scope, set()).update(item.local if scope is not None else item.local.keys() - set(bound))
    out: list[Edit] = []
    for node in source.each(ast.Delete) if any(names.values()) else ():
        deleted = names.get(_scope(source, node), set())
        stay = [target for target in node.targets if not (isinstance(target, ast.Name) and target.id in deleted)]
        if not stay:
            out.append(statements.removal(source, node))
        elif len(stay) < len(node.targets):
            span = Span(source.span(node.targets[0]).start, source.span(node.targets[-1]).end)
            out.append(Edit(span, (", ".join(map(source.text_of, stay)),), 1))
    return out


def _scope(source: SourceFile, node: ast.AST) -> ast.AST | None:
    """The function or class whose names a statement binds; None for the module's."""
    return source.around(node, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
