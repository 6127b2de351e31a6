"""``self.mean = value`` for a registered buffer: a Cell takes the new value through ``register_buffer`` only."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import operators
from mindport.rewrite.indices import Parts
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
NOOPS = [
    # a plain attribute where the class has no buffer of that name
    """
from mindspore import nn, Tensor


class Tail(nn.Cell):
    def __init__(self, bound):
        super().__init__()
        if isinstance(bound, Tensor):
            self.register_buffer("bound", bound)
        else:
            self.bound = bound
""",
    "class Mean:\n    def reset(self):\n        self.mean = 0\n",
]


def matches(module: Module) -> Iterator[Match]:
    for found in module.analysis.modules if "register_buffer" in module.source.text else ():
        buffers = _buffers(found.node)
        for node in ast.walk(found.node) if buffers else ():
            target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
            if operators.is_change(node):
                target = node.target
            if (
                not isinstance(target, ast.Attribute)
                or not isinstance(target.value, ast.Name)
                or target.attr not in buffers
            ):
                continue
            if target.value.id != "self" or not _registered_before(module, found.node, target):
                continue
            assert isinstance(node, (ast.Assign, ast.AugAssign))
            whole, value = module.source.span(node), module.source.span(node.value)
            new: Parts = (value,)
            if isinstance(node, ast.AugAssign):
                new = (f"self.{target.attr} ", *operators.with_value(module.source, node))
            outer = Span(whole.start, max(whole.end, value.end))
            yield Match((Edit(outer, (f'self.register_buffer("{target.attr}", ', *new, f"{buffers[target.attr]})")),))


def _registered_before(module: Module, cls: ast.ClassDef, target: ast.Attribute) -> bool:
    """Whether the buffer is there when ``target`` is assigned: not so in the function that registers it later or otherwise."""
    path = _path(module, target)
    here = [
        other
        for call in _registrations(cls)
        if ast.literal_eval(call.args[0]) == target.attr and (other := _path(module, call))[-1] is path[-1]
    ]
    return not here or any(_leads_to(other, path) for other in here)


def _path(module: Module, node: ast.AST) -> list[ast.AST]:
    """The node and what is around it, up to its function, class or file, which is the last."""
    ends = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)
    last = module.source.around(node, *ends)
    return [node, *module.source.above(node, *ends), *([last] if last is not None else [])]


def _leads_to(first: list[ast.AST], second: list[ast.AST]) -> bool:
    """Whether what stands first has run when the second does: it is above, and not in another branch."""
    if getattr(first[0], "lineno", 0) >= getattr(second[0], "lineno", 0):
        return False
    for node in first:
        if isinstance(node, ast.If) and node in second:
            return (first[first.index(node) - 1] in node.body) == (second[second.index(node) - 1] in node.body)
    return True


def _registrations(cls: ast.ClassDef) -> Iterator[ast.Call]:
    for node in ast.walk(cls):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "register_buffer":
            if node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str):
                yield node


def _buffers(cls: ast.ClassDef) -> dict[str, str]:
    """Names of the class's buffers, each with what else its registration says."""
    out: dict[str, str] = {}
    for node in _registrations(cls):
        kept = [k for k in node.keywords if k.arg == "persistent" and isinstance(k.value, ast.Constant)]
        out[ast.literal_eval(node.args[0])] = f", persistent={ast.unparse(kept[0].value)}" if kept else ""
    return out
