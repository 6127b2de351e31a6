"""A ``ModuleList`` that grows after it became an attribute: its layers get their full names when ``__init__`` ends.

MindSpore names parameters when a Cell is made an attribute; what an empty ``CellList`` takes up later is called ``0.weight``, in
each such list alike. Optimizers refuse parameters of one name, and a checkpoint keeps one of them alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.rewrite.statements import indentation
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.norms = nn.ModuleList()
        self.layers = nn.ModuleList([])
        for _ in range(depth):
            self.norms.append(nn.LayerNorm(4))
            self.layers.append(nn.Linear(4, 4))  # one for each

    def forward(self, x):
        for norm, layer in zip(self.norms, self.layers):
            x = layer(norm(x))
        return x
""",
        """
from mindspore import mint, nn


class Net(nn.Cell):
    def __init__(self, depth):
        super().__init__()
        self.norms = nn.CellList()
        self.layers = nn.CellList([])
        for _ in range(depth):
            self.norms.append(nn.LayerNorm((4,), epsilon=1e-05))
            self.layers.append(mint.nn.Linear(4, 4))  # one for each
        self.update_parameters_name()

    def construct(self, x):
        for norm, layer in zip(self.norms, self.layers):
            x = layer(norm(x))
        return x
""",
    ),
    (
        """
from torch import nn


class Head(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(sizes[0], sizes[0]))
        self.add(sizes)

    def add(self, sizes):
        for a, b in zip(sizes, sizes[1:]):
            self.net.append(nn.Linear(a, b))
""",
        """
from mindspore import mint, nn


class Head(nn.Cell):
    def __init__(self, sizes):
        super().__init__()
        self.net = nn.SequentialCell(mint.nn.Linear(sizes[0], sizes[0]))
        self.add(sizes)
        self.update_parameters_name()

    def add(self, sizes):
        for a, b in zip(sizes, sizes[1:]):
            self.net.append(mint.nn.Linear(a, b))
""",
    ),
]
NOOPS = [
    "class Shelf:\n    def __init__(self):\n        self.books = ModuleList()\n        self.books.append(1)\n",
]

_CONTAINERS = frozenset(
    {
        "torch.nn.ModuleList",
        "torch.nn.ModuleDict",
        "torch.nn.Sequential",
        "torch.nn.ParameterList",
        "torch.nn.ParameterDict",
    }
)
_GROWING = frozenset({"append", "extend", "insert", "add_module", "update"})


def matches(module: Module) -> Iterator[Match]:
    if not any(name in module.source.text for name in ("ModuleList", "ModuleDict", "Sequential", "Parameter")):
        return
    for found in module.analysis.modules:
        start = next((n for n in found.node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"), None)
        if start is None or not start.args.args or any(isinstance(node, ast.Return) for node in ast.walk(start)):
            continue
        if start.body[0].lineno > start.lineno and _grows(module, found.node):
            yield Match((_named(module, start),))


def _grows(module: Module, node: ast.ClassDef) -> bool:
    """Whether a container of the class is empty when it becomes an attribute, or takes up more later."""
    held: set[str] = set()
    growing: set[str] = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Assign) and any(isinstance(one, ast.Attribute) for one in inner.targets):
            containers = [one for one in ast.walk(inner.value) if module.api(one) in _CONTAINERS]
            if any(isinstance(one, ast.Call) and _is_empty(one) for one in containers):
                return True
            if containers:
                held.update(ast.unparse(target) for target in inner.targets)
        elif isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute) and inner.func.attr in _GROWING:
            growing.add(ast.unparse(inner.func.value))
    return bool(held & growing)


def _is_empty(call: ast.Call) -> bool:
    if not call.args and not call.keywords:
        return True
    only = call.args[0] if len(call.args) == 1 and not call.keywords else None
    return isinstance(only, (ast.List, ast.Tuple)) and not only.elts or isinstance(only, ast.Dict) and not only.keys


def _named(module: Module, start: ast.FunctionDef) -> Edit:
    source, last = module.source, start.body[-1]
    text, end = source.text, source.span(last).end
    line_end = text.find("\n", end)
    indent, owner = indentation(source, last), start.args.args[0].arg
    if line_end < 0:
        return Edit(Span(len(text), len(text)), (f"\n{indent}{owner}.update_parameters_name()",))
    return Edit(Span(line_end + 1, line_end + 1), (f"{indent}{owner}.update_parameters_name()\n",))
