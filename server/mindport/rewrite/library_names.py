"""Names of a library that helpers take over: its imports lose them, and their uses get the helpers' names."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mindport.rewrite import statements
from mindport.rewrite.rule import Match, Module
from mindport.syntax.source import SourceFile
from mindport.text import Edit


def concern(source: SourceFile, package: str, helpers: Mapping[str, str]) -> bool:
    """Whether the file imports the package as a whole, or names of it that helpers take over."""
    return any(
        f"{node.module}.{alias.name}" in helpers
        if isinstance(node, ast.ImportFrom)
        else alias.name.split(".")[0] == package
        for node in source.each(ast.Import, ast.ImportFrom)
        for alias in node.names
    )


def called(source: SourceFile, package: str, name: str) -> set[str]:
    """What a function of a module is called in the file, by the names of its imports: ``copy.deepcopy``, ``deepcopy``."""
    found = set()
    for node in source.each(ast.Import, ast.ImportFrom):
        if isinstance(node, ast.Import):
            found |= {f"{one.asname or one.name}.{name}" for one in node.names if one.name == package}
        elif node.module == package and not node.level:
            found |= {one.asname or one.name for one in node.names if one.name == name}
    return found


def imported(module: Module, package: str, helpers: Mapping[str, str]) -> Iterator[Match]:
    """``helpers``: qualified name → helper, for what ``from package… import name`` brings."""
    bound: dict[str, str] = {}  # local name → helper
    for node in module.source.each(ast.ImportFrom):
        if node.level or (node.module or "").split(".")[0] != package:
            continue
        found = {a: helpers[f"{node.module}.{a.name}"] for a in node.names if f"{node.module}.{a.name}" in helpers}
        if found and module.is_of_project(node):
            continue
        bound |= {alias.asname or alias.name: helper for alias, helper in found.items()}
        for helper in found.values():
            module.spelling.helper(helper, instead=True)
        if found:
            yield Match((without(module, node, [a for a in node.names if a not in found]),))
    for name in module.source.each(ast.Name):
        if isinstance(name.ctx, ast.Load) and bound.get(name.id, name.id) != name.id:
            yield Match((Edit(module.source.span(name), (bound[name.id],)),))


def dotted(module: Module, package: str, helpers: Mapping[str, str]) -> Iterator[Match]:
    """The same for ``package.name`` after ``import package``, ``import package.part as p`` or ``from package import part``; an
    import goes if nothing else needs it."""
    for node in module.source.each(ast.Import, ast.ImportFrom):
        if len(node.names) != 1:
            continue
        alias = node.names[0]
        if isinstance(node, ast.ImportFrom):
            whole = f"{node.module}.{alias.name}"
            if node.level or whole in helpers:
                continue
        else:
            whole = alias.name if alias.asname else alias.name.split(".")[0]
        if whole.split(".")[0] == package:
            yield from _through(module, node, alias.asname or whole.rpartition(".")[2], whole, helpers)


def _through(
    module: Module, statement: ast.stmt, local: str, whole: str, helpers: Mapping[str, str]
) -> Iterator[Match]:
    """``local`` stands for ``whole``, a module."""
    others, found = False, False
    for name in module.source.each(ast.Name):
        if name.id != local or not isinstance(name.ctx, ast.Load):
            continue
        node: ast.expr = name
        qualified = whole
        while qualified not in helpers and isinstance(parent := module.source.parent(node), ast.Attribute):
            node, qualified = parent, f"{qualified}.{parent.attr}"
        if qualified in helpers:
            found = True
            yield Match((Edit(module.source.span(node), (module.spelling.helper(helpers[qualified]),)),))
        else:
            others = True
    if found and not others:
        yield Match((statements.removal(module.source, statement),))


def without(module: Module, node: ast.ImportFrom, rest: list[ast.alias]) -> Edit:
    """The import with nothing but ``rest``; gone without any."""
    if not rest:
        return statements.removal(module.source, node)
    names = ", ".join(a.name + (f" as {a.asname}" if a.asname else "") for a in rest)
    return Edit(module.source.span(node), (f"from {node.module} import {names}",), 1)
