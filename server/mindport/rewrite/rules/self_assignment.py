"""``x = x.to(device)`` moves nothing in MindSpore: a statement that would assign names to themselves goes away."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.analysis.findings import Applicability
from mindport.rewrite import statements
from mindport.rewrite.rule import Match, Module

EXAMPLES = [
    (
        """
import torch


def double(x: torch.Tensor, y: torch.Tensor, device):
    x = x.to(device)
    x, y = x.cuda(), y.contiguous().cpu()
    return x + y
""",
        """
from mindspore import Tensor


def double(x: Tensor, y: Tensor, device):
    x, y = x, y.contiguous()
    return x + y
""",
    ),
    (
        """
import torch


def place(x: torch.Tensor, y: torch.Tensor, fast):
    if fast:
        x = x.cuda()
        y = y.cuda()
    return x, y
""",
        """
from mindspore import Tensor


def place(x: Tensor, y: Tensor, fast):
    if fast:
        pass
    return x, y
""",
    ),
]
NOOPS = ["x = 1\nx = x\n"]


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None:
        return
    gone: list[tuple[ast.Assign, list[ast.AST]]] = []
    for node in module.source.nodes:
        if not isinstance(node, ast.Assign) or len(node.targets) != 1:
            continue
        pairs = _pairs(node.targets[0], node.value)
        uses: list[ast.AST] = []
        if pairs and all(_becomes(module, target, value, uses) for target, value in pairs) and uses:
            gone.append((node, uses))
    edits = statements.removals(module.source, [node for node, _ in gone])
    for node, uses in gone:
        yield Match((edits[id(node)],), frozenset(id(u) for u in uses))


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return list(zip(target.elts, value.elts))
    return [(target, value)]


def _becomes(module: Module, target: ast.expr, value: ast.expr, uses: list[ast.AST]) -> bool:
    """Whether ``value``, rewritten, is just ``target``; the uses that vanish are added to ``uses``."""
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        finding = module.findings.get(id(value.func))
        if finding is None or finding.equivalent is None or finding.equivalent.template != "{self}":
            return False
        if finding.fix is not Applicability.SAFE:
            return False
        uses.append(value.func)
        value = value.func.value
    return isinstance(target, (ast.Name, ast.Attribute)) and ast.unparse(target) == ast.unparse(value)
