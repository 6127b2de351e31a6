"""Names of a library built on torch that helpers take over: its imports lose them, and their uses get the helpers' names."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mindport.rewrite import statements
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit


def imported(module: Module, package: str, helpers: Mapping[str, str]) -> Iterator[Match]:
    """``helpers``: qualified name → helper, for what ``from package… import name`` brings."""
    bound: dict[str, str] = {}  # local name → helper
    for node in module.source.each(ast.ImportFrom):
        if node.level or (node.module or "").split(".")[0] != package:
            continue
        found = {a: helpers[f"{node.module}.{a.name}"] for a in node.names if f"{node.module}.{a.name}" in helpers}
        bound |= {alias.asname or alias.name: helper for alias, helper in found.items()}
        for helper in found.values():
            module.spelling.helper(helper, instead=True)
        if found:
            yield Match((without(module, node, [a for a in node.names if a not in found]),))
    for name in module.source.each(ast.Name):
        if isinstance(name.ctx, ast.Load) and bound.get(name.id, name.id) != name.id:
            yield Match((Edit(module.source.span(name), (bound[name.id],)),))


def without(module: Module, node: ast.ImportFrom, rest: list[ast.alias]) -> Edit:
    """The import with nothing but ``rest``; gone without any."""
    if not rest:
        return statements.removal(module.source, node)
    names = ", ".join(a.name + (f" as {a.asname}" if a.asname else "") for a in rest)
    return Edit(module.source.span(node), (f"from {node.module} import {names}",), 1)
