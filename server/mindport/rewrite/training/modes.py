"""A new Module trains, a new Cell does not: a script that trains without ever calling ``train()`` is told so."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import statements
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span


def sets_mode(module: Module) -> bool:
    """Whether the script itself puts a network into training."""
    assert module.source.tree is not None
    return any(
        isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "train" and len(n.args) < 2
        for n in module.source.nodes
    )


def trained_from_the_start(module: Module) -> Iterator[Match]:
    """``set_train()`` after each statement that makes a network, outside of other networks."""
    assert module.source.tree is not None
    if sets_mode(module):
        return
    inside = {id(n) for found in module.analysis.modules for n in ast.walk(found.node)}
    for node in module.source.nodes:
        if not isinstance(node, ast.Assign) or len(node.targets) != 1 or id(node) in inside:
            continue
        target = node.targets[0]
        if not isinstance(target, (ast.Name, ast.Attribute)) or not isinstance(node.value, ast.Call):
            continue
        found = module.analysis.type_of(node.value)
        if found.kind != "module" or found.optional or "loss" in ast.unparse(node.value.func).lower():
            continue
        if isinstance(node.value.func, ast.Attribute) and ast.unparse(node.value.func.value) == ast.unparse(target):
            continue  # net = net.to(device)
        if not statements.alone_on_lines(module.source, node):
            continue
        end = statements.line_span(module.source, node).end
        lead = "" if module.source.text[:end].endswith("\n") else module.source.newline
        line = f"{statements.indentation(module.source, node)}{ast.unparse(target)}.set_train()"
        yield Match((Edit(Span(end, end), (lead, line, module.source.newline if not lead else ""), 1),))
