"""``layers[1:]`` of a ModuleList or Sequential: MindSpore's slice renames the parameters of the network that it is taken of.

A checkpoint that is saved afterwards has the new names. What is only gone through is a plain list instead, and any other slice
is a container that names nothing. What becomes an attribute at once is named by that, as in torch. Two ModuleLists cannot be
added to each other: the sum is a list as well, or a CellList where it becomes an attribute. A Tensor is no index of layers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn


class Pairs(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(size, size) for _ in range(4)])
        self.body = nn.Sequential(nn.Linear(size, size), nn.ReLU(), nn.Linear(size, size))
        self.head = self.body[:1]
        self.twice = self.layers + nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        for layer in self.layers + self.twice:
            x = self.layers[x.argmax()](layer(x))
        for even, odd in zip(self.layers[::2], self.layers[1::2]):
            x = odd(even(x))
        for layer in self.layers[1:]:
            x = layer(x)
        return self.body[:2](x)
""",
        """
from mindspore import mint, nn
from mindport_helpers import LayersOf


class Pairs(nn.Cell):
    def __init__(self, size):
        super().__init__()
        self.layers = nn.CellList([mint.nn.Linear(size, size) for _ in range(4)])
        self.body = nn.SequentialCell(mint.nn.Linear(size, size), nn.ReLU(), mint.nn.Linear(size, size))
        self.head = self.body[:1]
        self.twice = nn.CellList([*self.layers, *nn.CellList([nn.ReLU()])])

    def construct(self, x):
        for layer in [*self.layers, *self.twice]:
            x = self.layers[int(x.argmax(dim=None))](layer(x))
        for even, odd in zip([*self.layers][::2], [*self.layers][1::2]):
            x = odd(even(x))
        for layer in [*self.layers][1:]:
            x = layer(x)
        return LayersOf(self.body)[:2](x)
""",
    ),
]
NOOPS = [
    "from shop import shelves\n\nfor shelf in shelves[1:]:\n    print(shelf)\n",
    "layers = [1, 2, 3]\nprint(layers[1:])\n",
]
_CONTAINERS = frozenset({"torch.nn.ModuleList", "torch.nn.Sequential"})
_ITERATING = frozenset({"enumerate", "iter", "len", "list", "reversed", "tuple", "zip"})


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            yield from _added(module, node)
        if not isinstance(node, ast.Subscript):
            continue
        if not isinstance(node.slice, ast.Slice):
            yield from _chosen(module, node)
            continue
        if not isinstance(node.ctx, ast.Load) or _becomes_attribute(module, node):
            continue
        found = module.analysis.type_of(node.value)
        if found.kind != "module" or not _CONTAINERS.issuperset(found.name.split("|")):
            continue
        span = module.source.span(node.value)
        if _gone_through(module, node):
            parts = ("[*", span, "]")
        else:
            parts = (module.spelling.helper("LayersOf") + "(", span, ")")
        yield Match((Edit(span, parts),))


def _chosen(module: Module, node: ast.Subscript) -> Iterator[Match]:
    """A layer whose place a Tensor holds."""
    if module.analysis.kind_of(node.slice) != "tensor":
        return
    found = module.analysis.type_of(node.value)
    if found.kind == "module" and _CONTAINERS.issuperset(found.name.split("|")):
        span = module.source.span(node.slice)
        yield Match((Edit(span, ("int(", span, ")"), 1),))


def _added(module: Module, node: ast.BinOp) -> Iterator[Match]:
    found = module.analysis.type_of(node.left)
    if found.kind != "module" or found.name != "torch.nn.ModuleList":
        return
    parts: tuple[str | Span, ...] = ("[*", module.source.span(node.left), ", *", module.source.span(node.right), "]")
    if _becomes_attribute(module, node):
        parts = (module.spelling.name("mindspore.nn.CellList") + "(", *parts, ")")
    yield Match((Edit(module.source.span(node), parts),))


def _becomes_attribute(module: Module, node: ast.expr) -> bool:
    parent = module.source.parent(node)
    return isinstance(parent, ast.Assign) and all(isinstance(target, ast.Attribute) for target in parent.targets)


def _gone_through(module: Module, node: ast.expr) -> bool:
    """Whether the slice is only iterated, counted or spread."""
    parent = module.source.parent(node)
    if isinstance(parent, (ast.For, ast.comprehension)):
        return parent.iter is node
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name):
        return parent.func.id in _ITERATING
    return isinstance(parent, ast.Starred)
