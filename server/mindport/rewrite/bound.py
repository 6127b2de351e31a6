"""Names that a file binds."""

from __future__ import annotations

import ast

from mindport.syntax.source import SourceFile


def bound_names(source: SourceFile, aside: set[int]) -> set[str]:
    """Every name that the file binds itself, in any scope; import statements with ids ``aside`` do not count."""
    names: set[str] = set()
    for node in source.nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)) and id(node) not in aside:
            module = getattr(node, "module", None) or ""
            for alias in node.names:
                if (module or alias.name).split(".")[0] != "mindspore":
                    names.add(alias.asname or alias.name.split(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
    return names
