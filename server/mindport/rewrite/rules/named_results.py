"""``torch.max(x, 1).values`` becomes ``[0]`` and ``.indices`` becomes ``[1]``: MindSpore returns plain tuples."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.arguments import receiver_span
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


def best(x: torch.Tensor):
    top = torch.topk(x, 2)
    return x.max(dim=1).indices, top.values
""",
        """
from mindspore import Tensor
from mindport_helpers import topk


def best(x: Tensor):
    top = topk(x, 2)
    return x.max(dim=1)[1], top[0]
""",
    ),
]
NOOPS = ["table = {}\nprint(table.values())\n"]

_PLACES = {"values": 0, "indices": 1}
_NAMES = ("max", "min", "topk", "sort", "median", "cummax", "cummin", "kthvalue", "mode")
_APIS = frozenset(f"{owner}.{name}" for owner in ("torch", "torch.Tensor") for name in _NAMES)


def matches(module: Module) -> Iterator[Match]:
    tree = module.source.tree
    if tree is None:
        return
    pairs = _bound_pairs(module, tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or node.attr not in _PLACES or not isinstance(node.ctx, ast.Load):
            continue
        called = isinstance(module.source.parent(node), ast.Call) and module.source.parent(node).func is node  # type: ignore[union-attr]
        if called or not (
            _is_pair(module, node.value) or (isinstance(node.value, ast.Name) and node.value.id in pairs)
        ):
            continue
        span = Span(receiver_span(module.source, node).end, module.source.span(node).end)
        yield Match((Edit(span, (f"[{_PLACES[node.attr]}]",)),), frozenset([id(node)]))


def _is_pair(module: Module, node: ast.expr) -> bool:
    """Whether ``node`` calls something that gives values and indices."""
    return isinstance(node, ast.Call) and module.api(node.func) in _APIS


def _bound_pairs(module: Module, tree: ast.Module) -> set[str]:
    """Names that hold such a pair wherever they are assigned."""
    pairs: set[str] = set()
    others: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    (pairs if _is_pair(module, node.value) else others).add(target.id)
    return pairs - others
