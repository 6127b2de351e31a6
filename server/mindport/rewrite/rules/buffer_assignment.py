"""``self.mean = value`` for a registered buffer: a Cell takes the new value through ``register_buffer`` only."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch
from torch import nn


class Mean(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("mean", torch.zeros(size), persistent=False)
        self.register_buffer("seen", torch.zeros(1))

    def forward(self, x):
        self.mean = 0.9 * self.mean + 0.1 * x.mean(0)  # slowly
        self.seen += 1
        return x - self.mean
""",
        """
from mindspore import mint, nn


class Mean(nn.Cell):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("mean", mint.zeros(size), persistent=False)
        self.register_buffer("seen", mint.zeros(1))

    def construct(self, x):
        self.register_buffer("mean", 0.9 * self.mean + 0.1 * x.mean(0), persistent=False)  # slowly
        self.register_buffer("seen", self.seen + 1)
        return x - self.mean
""",
    ),
]
NOOPS = ["class Mean:\n    def reset(self):\n        self.mean = 0\n"]

_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}


def matches(module: Module) -> Iterator[Match]:
    for found in module.analysis.modules:
        buffers = _buffers(found.node)
        for node in ast.walk(found.node) if buffers else ():
            target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
            if isinstance(node, ast.AugAssign) and type(node.op) in _OPERATORS:
                target = node.target
            if (
                not isinstance(target, ast.Attribute)
                or not isinstance(target.value, ast.Name)
                or target.attr not in buffers
            ):
                continue
            if target.value.id != "self":
                continue
            assert isinstance(node, (ast.Assign, ast.AugAssign))
            whole, value = module.source.span(node), module.source.span(node.value)
            start = f'self.register_buffer("{target.attr}", '
            if isinstance(node, ast.AugAssign):
                bare = isinstance(node.value, (ast.Name, ast.Attribute, ast.Call, ast.Constant, ast.Subscript))
                start += f"self.{target.attr} {_OPERATORS[type(node.op)]} " + ("" if bare else "(")
                end = ("" if bare else ")") + f"{buffers[target.attr]})"
            else:
                end = f"{buffers[target.attr]})"
            outer = Span(whole.start, max(whole.end, value.end))
            yield Match((Edit(outer, (start, value, end)),))


def _buffers(cls: ast.ClassDef) -> dict[str, str]:
    """Names of the class's buffers, each with what else its registration says."""
    out: dict[str, str] = {}
    for node in ast.walk(cls):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "register_buffer":
            if node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str):
                kept = [k for k in node.keywords if k.arg == "persistent" and isinstance(k.value, ast.Constant)]
                out[node.args[0].value] = f", persistent={ast.unparse(kept[0].value)}" if kept else ""
    return out
