"""``x[:, ::2, ::2]`` in a Module or beside one: on a CPU MindSpore cannot derive steps along inner axes; a helper can.

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


def merged(x: torch.Tensor):
    return x[..., 0::2, 0::2, :]
""",
        """
from mindspore import mint, nn, Tensor
from mindport_helpers import strided


class Focus(nn.Cell):
    def __init__(self):
        super().__init__()
        self.shortcut = lambda x: strided(x)[:, :, ::2, ::2]

    def construct(self, x):
        return mint.cat([strided(x)[..., ::2, ::2], x[..., 1::2]], 1)


def merged(x: Tensor):
    return strided(x)[..., 0::2, 0::2, :]
""",
    ),
]
NOOPS = ["def every_other(items):\n    return items[::2]\n"]


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None or module.context.target is not Target.CPU:
        return
    every = module.source.each(ast.Subscript)
    strided = {id(n): n for n in every if isinstance(n.ctx, ast.Load) and _inner(n.slice)}
    for found in module.analysis.modules if strided else ():
        for node in ast.walk(found.node):
            if not isinstance(node, ast.Subscript) or id(node) not in strided:
                continue
            kind = module.analysis.kind_of(node.value)
            # Of a lambda's parameter nothing is known; of anything but a tensor the helper takes what it is asked for.
            if _called(node.value) or (kind != "tensor" and not (kind == "unknown" and _of_lambda(module, node.value))):
                continue
            strided.pop(id(node))
            yield _through_helper(module, node)
    for node in strided.values() if module.analysis.modules else ():  # what Modules call
        in_function = module.source.function_around(node) is not None
        if in_function and not _called(node.value) and module.analysis.kind_of(node.value) == "tensor":
            yield _through_helper(module, node)


def _through_helper(module: Module, node: ast.Subscript) -> Match:
    whole = module.source.span(node.value)
    return Match((Edit(whole, (f"{module.spelling.helper('strided')}(", whole, ")")),))


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
