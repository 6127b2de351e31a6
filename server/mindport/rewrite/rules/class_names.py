"""``type(m).__name__ == "Sequential"`` asks for MindSpore's name of the class, too: that is ``SequentialCell``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn


def kinds(m: nn.Module):
    name = m.__class__.__name__
    if name == "Sequential" or type(m).__name__ in ("ModuleList", "Linear"):
        return name != "ModuleList"
    return name == "Linear"
""",
        """
from mindspore import nn


def kinds(m: nn.Cell):
    name = m.__class__.__name__
    if name in ("Sequential", 'SequentialCell') or type(m).__name__ in ("ModuleList", 'CellList', "Linear"):
        return name not in ("ModuleList", 'CellList')
    return name == "Linear"
""",
    ),
]
NOOPS = ["def kinds(m):\n    return type(m).__name__ == 'Sequential'\n"]

_NAMES = {"Sequential": "SequentialCell", "ModuleList": "CellList"}


def matches(module: Module) -> Iterator[Match]:
    if "__name__" not in module.source.text or not module.source.imports_torch:
        return
    for node in module.source.each(ast.Compare):
        if len(node.ops) != 1:
            continue
        operator, right = node.ops[0], node.comparators[0]
        listed = right.elts if isinstance(right, (ast.Tuple, ast.List, ast.Set)) else [right]
        if not any(map(_other, listed)) or not _is_class_name(module, node.left):
            continue
        if isinstance(operator, (ast.In, ast.NotIn)) and isinstance(right, (ast.Tuple, ast.List, ast.Set)):
            for one in right.elts:
                if (other := _other(one)) is not None:
                    end = module.source.span(one).end
                    yield Match((Edit(Span(end, end), (f", {other!r}",)),))
        elif isinstance(operator, (ast.Eq, ast.NotEq)) and (other := _other(right)) is not None:
            written = "in" if isinstance(operator, ast.Eq) else "not in"
            left, asked = module.source.span(node.left), module.source.span(right)
            yield Match((Edit(module.source.span(node), (left, f" {written} (", asked, f", {other!r})")),))


def _other(node: ast.expr) -> str | None:
    return _NAMES.get(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _is_class_name(module: Module, node: ast.expr) -> bool:
    if isinstance(node, ast.Name):
        scope = names.scope_of(module.source, node)
        values = names.values_at(module.source, scope, node.id, node)[0] if scope is not None else []
        return bool(values) and all(isinstance(one, ast.Attribute) and _is_class_name(module, one) for one in values)
    if not isinstance(node, ast.Attribute) or node.attr != "__name__":
        return False
    held = node.value
    if isinstance(held, ast.Call):
        return isinstance(held.func, ast.Name) and held.func.id == "type"
    return isinstance(held, ast.Attribute) and held.attr == "__class__"
