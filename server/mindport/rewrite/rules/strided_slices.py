"""``x[:, ::2, ::2]`` in a Module: on a CPU MindSpore cannot derive steps along inner axes; a helper takes the same elements.

Steps along the first axis, or along the last after ``...``, are derived as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.mapping.row import Target
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
from torch import nn


class Focus(nn.Module):
    def __init__(self):
        super().__init__()
        self.shortcut = lambda x: x[:, :, ::2, ::2]

    def forward(self, x):
        return torch.cat([x[..., ::2, ::2], x[..., 1::2]], 1)
""",
        """
from mindspore import mint, nn
from mindport_helpers import strided


class Focus(nn.Cell):
    def __init__(self):
        super().__init__()
        self.shortcut = lambda x: strided(x)[:, :, ::2, ::2]

    def construct(self, x):
        return mint.cat([strided(x)[..., ::2, ::2], x[..., 1::2]], 1)
""",
    ),
]
NOOPS = ["def every_other(items):\n    return items[::2]\n"]


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None or module.context.target is not Target.CPU:
        return
    strided = {id(n) for n in module.source.each(ast.Subscript) if isinstance(n.ctx, ast.Load) and _inner(n.slice)}
    for found in module.analysis.modules if strided else ():
        for node in ast.walk(found.node):
            if not isinstance(node, ast.Subscript) or id(node) not in strided:
                continue
            kind = module.analysis.kind_of(node.value)
            # Of a lambda's parameter nothing is known; of anything but a tensor the helper takes what it is asked for.
            if _called(node.value) or (kind != "tensor" and not (kind == "unknown" and _of_lambda(module, node.value))):
                continue
            whole = module.source.span(node.value)
            yield Match((Edit(whole, (f"{module.spelling.helper('strided')}(", whole, ")")),))


def _of_lambda(module: Module, node: ast.expr) -> bool:
    """Whether the name is a parameter of the lambda around it."""
    current = module.source.parent(node)
    while isinstance(current, (ast.expr, ast.keyword)) and not isinstance(current, ast.Lambda):
        current = module.source.parent(current)
    return (
        isinstance(node, ast.Name) and isinstance(current, ast.Lambda) and node.id in {a.arg for a in current.args.args}
    )


def _called(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "strided"


def _inner(index: ast.expr) -> bool:
    """Whether a slice with a step stands where its derivative fails."""
    items = index.elts if isinstance(index, ast.Tuple) else [index]
    ellipsis = next((i for i, item in enumerate(items) if _is_ellipsis(item)), None)
    for place, item in enumerate(items):
        if isinstance(item, ast.Slice) and item.step is not None and not _one(item.step):
            last = ellipsis is not None and ellipsis < place == len(items) - 1
            if place > 0 and not last:
                return True
    return False


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def _one(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 1
