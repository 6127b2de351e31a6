"""``nn.Sequential(nn.ReLU(inplace=True), …)``: an activation in place that comes first changes what is given to the block.

Whatever else reads that input, a shortcut above all, sees it activated. Behind another layer nobody can tell.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.analysis.uses import Role
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
from torch import nn


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.body = nn.Sequential(nn.ReLU(inplace=True), nn.Linear(dim, dim), nn.ReLU(inplace=True))

    def forward(self, x):
        return x + self.body(x)
""",
        """
from mindspore import mint, nn
from mindport_helpers import InPlace


class Block(nn.Cell):
    def __init__(self, dim):
        super().__init__()
        self.body = nn.SequentialCell(InPlace(nn.ReLU()), mint.nn.Linear(dim, dim), nn.ReLU())

    def construct(self, x):
        return x + self.body(x)
""",
    ),
    (
        """
from torch import nn


def down(dim):
    act = nn.LeakyReLU(0.2, True)
    layers = [act, nn.Linear(dim, dim)]
    return nn.Sequential(*layers)
""",
        """
from mindspore import mint, nn
from mindport_helpers import InPlace


def down(dim):
    act = InPlace(nn.LeakyReLU(0.2))
    layers = [act, mint.nn.Linear(dim, dim)]
    return nn.SequentialCell(*layers)
""",
    ),
]
NOOPS = ["import shop as nn\n\nbody = nn.Sequential(nn.ReLU(inplace=True))\n"]

_SEQUENTIAL = "torch.nn.Sequential"


def matches(module: Module) -> Iterator[Match]:
    for finding in list(module.findings.values()):
        use = finding.use
        if use.call is None or use.role is not Role.CALL or use.bound is None or finding.equivalent is None:
            continue
        if finding.row is None or finding.row.kind != "class" or not use.api.startswith("torch.nn."):
            continue
        value = use.bound.value("inplace")
        if isinstance(value, ast.Constant) and value.value is True and _leads(module, use.call):
            span = module.source.span(use.call)
            yield Match((Edit(span, (module.spelling.helper("InPlace") + "(", span, ")"), 1),))


def _leads(module: Module, node: ast.expr) -> bool:
    """Whether the layer is the first of a Sequential, or of a list of layers."""
    parent = module.source.parent(node)
    if isinstance(parent, ast.Call):
        return module.api(parent) == _SEQUENTIAL and parent.args[:1] == [node]
    if isinstance(parent, ast.Tuple) and len(parent.elts) == 2 and parent.elts[1] is node:  # ("relu", nn.ReLU(True))
        return _leads_list(module, parent)
    if isinstance(parent, ast.List):
        return parent.elts[:1] == [node]
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name):
        return any(_leads(module, name) for name in _reads(module, parent, parent.targets[0].id))
    return False


def _leads_list(module: Module, pair: ast.Tuple) -> bool:
    parent = module.source.parent(pair)
    return isinstance(parent, ast.List) and parent.elts[:1] == [pair]


def _reads(module: Module, assignment: ast.Assign, name: str) -> Iterator[ast.Name]:
    """Where the function reads the name that the assignment binds."""
    scope: ast.AST | None = assignment
    while scope is not None and not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
        scope = module.source.parent(scope)
    for node in ast.walk(scope) if scope is not None else ():
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            yield node
