"""``x[:, ::2, ::2]`` in a Module or a function: a helper takes the elements, as MindSpore cannot derive steps along inner axes.

Steps along the first axis, or along the last after ``...``, are derived as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.mapping.row import Target
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules.whole_numbers import is_within_no_grad
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
EXAMPLES += [
    (
        """
import torch


def checker(x: torch.Tensor, rows):
    with torch.no_grad():
        print(x[..., ::2, ::2].mean())
    return (x[..., ::2, ::2] - x[..., 1::2, 1::2]).mean() + rows[:, ::2, ::2]


def show(batch: torch.Tensor):
    return batch.cpu().numpy()[:, ::2, ::2]


print(torch.ones(2, 4, 4)[:, ::2, ::2])
""",
        """
import mindspore as ms
from mindspore import mint, Tensor
from mindport_helpers import strided


def checker(x: Tensor, rows):
    with ms._no_grad():
        print(x[..., ::2, ::2].mean())
    return (strided(x)[..., ::2, ::2] - strided(x)[..., 1::2, 1::2]).mean() + rows[:, ::2, ::2]


def show(batch: Tensor):
    return batch.asnumpy()[:, ::2, ::2]


print(mint.ones((2, 4, 4))[:, ::2, ::2])
""",
    ),
]
NOOPS = ["def every_other(items):\n    return items[::2]\n"]


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None or module.context.target is not Target.CPU:
        return
    strided = {id(n) for n in module.source.each(ast.Subscript) if isinstance(n.ctx, ast.Load) and _inner(n.slice)}
    inside = {id(n) for found in module.analysis.modules if strided for n in ast.walk(found.node)} & strided
    for node in module.source.each(ast.Subscript) if strided else ():
        if id(node) not in strided or _called(node.value):
            continue
        kind = module.analysis.kind_of(node.value)
        # Of a lambda's parameter nothing is known; of anything but a tensor the helper takes what it is asked for.
        if kind != "tensor" and not (kind == "unknown" and id(node) in inside and _of_lambda(module, node.value)):
            continue
        if id(node) not in inside and (
            module.source.around(node, ast.FunctionDef) is None or is_within_no_grad(module, node)
        ):
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
