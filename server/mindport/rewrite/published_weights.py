"""``ResNet18_Weights.DEFAULT`` of torchvision by its word, where a helper makes the network: ``"DEFAULT"``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import Final

from mindport.rewrite.rule import Module

_MEMBER: Final = re.compile(r"torchvision\.models\.(?:\w+\.)?(\w+)_Weights\.([A-Z]\w*)")
_MEMBERS: Final = frozenset(["get_state_dict", "meta", "url"])


def member(module: Module, name: ast.Name, qualified: str) -> tuple[ast.expr, str] | None:
    """The expression that begins with ``name`` and is a member of such an enumeration, and its word; None where more of it is
    asked for than which weights are meant."""
    if "_Weights" not in module.source.text:
        return None
    outer: ast.expr = name
    while (found := _MEMBER.fullmatch(qualified)) is None:
        parent = module.source.parent(outer)
        if not isinstance(parent, ast.Attribute):
            return None
        outer, qualified = parent, f"{qualified}.{parent.attr}"
    row = module.context.rows.get(f"torchvision.models.{found[1].lower()}")
    made = row is not None and any(equivalent.helper for equivalent in row.equivalents)
    return (outer, found[2]) if made and not _asks_for_more(module.source.each(ast.Attribute, ast.Call)) else None


def _asks_for_more(nodes: Iterable[ast.AST]) -> bool:
    """Whether the file reads what only torchvision's member has: ``weights.transforms()``, ``weights.meta["categories"]``."""
    return any(
        node.attr in _MEMBERS
        if isinstance(node, ast.Attribute)
        else isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "transforms"
        for node in nodes
    )
