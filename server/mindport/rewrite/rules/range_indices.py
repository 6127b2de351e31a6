"""``x[range(n), y]``: torch takes a ``range`` for an index, MindSpore takes the list of its numbers."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


def picked(x: torch.Tensor, y: torch.Tensor):
    x[range(x.size(0)), y] = 1.0
    return x[range(3), y], x[range(2)]


def q_values(made, x, actions):
    return made()(x)[range(3), actions]
""",
        """
from mindspore import Tensor


def picked(x: Tensor, y: Tensor):
    x[list(range(x.shape[0])), y] = 1.0
    return x[list(range(3)), y], x[list(range(2))]


def q_values(made, x, actions):
    return made()(x)[list(range(3)), actions]
""",
    ),
    (  # an attribute that begins as a number
        """
import torch


class Graph:
    def __init__(self):
        self.features = 0


def marked(graphs: list[Graph], tags):
    for graph in graphs:
        graph.features = torch.zeros(3, 4)
        graph.features[range(3), tags] = 1
""",
        """
from mindspore import mint


class Graph:
    def __init__(self):
        self.features = 0


def marked(graphs: list[Graph], tags):
    for graph in graphs:
        graph.features = mint.zeros((3, 4))
        graph.features[list(range(3)), tags] = 1
""",
    ),
]
NOOPS = ["def picked(x, y):\n    return x[range(3), y]\n"]


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Subscript):
        for item in node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]:
            if isinstance(item, ast.Call) and isinstance(item.func, ast.Name) and item.func.id == "range":
                if not _may_be_tensor(module, node.value) and not _of_call(module, node):
                    break
                span = module.source.span(item)
                yield Match((Edit(Span(span.start, span.start), ("list(",)), Edit(Span(span.end, span.end), (")",))))


def _of_call(module: Module, node: ast.Subscript) -> bool:
    """``net(x)[range(n), actions]``: what is called is not known; only tensors and arrays are indexed so."""
    given = isinstance(node.value, ast.Call) and isinstance(node.slice, ast.Tuple) and bool(module.findings)
    return given and module.analysis.type_of(node.value).kind == "unknown"


def _may_be_tensor(module: Module, value: ast.expr) -> bool:
    """A number that an attribute began as is not indexed; nor is an array hurt by a list."""
    found = module.analysis.type_of(value)
    if found.kind == "unknown" and found.name == "either":
        return not any(one.kind in ("dict", "list", "tuple", "str") for one in found.items)
    return found.kind == "tensor"
