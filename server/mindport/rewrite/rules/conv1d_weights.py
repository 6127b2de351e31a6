"""``conv.weight`` of a one-dimensional convolution: MindSpore's has an axis more, of length 1.

What is put there gets that axis, and what is computed of it goes without. Functions of ``nn.init`` fill it as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.mapping import choosing
from mindport.rewrite import template as templates
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
from torch import nn


class Blur(nn.Module):
    def __init__(self, kernel: torch.Tensor):
        super().__init__()
        self.conv = nn.Conv1d(1, 1, 3, bias=False)
        self.conv.weight.data = kernel * 2
        self.last = nn.Conv1d(1, 1, 3, bias=False)
        self.last.weight = nn.Parameter(kernel)
        nn.init.zeros_(self.last.weight)
        self.reach = self.conv.weight.shape[2] // 2

    def forward(self, x):
        return self.conv(x) * self.conv.weight.norm() + nn.functional.conv1d(x, self.last.weight)
""",
        """
from mindspore import nn, ops, Parameter, Tensor
from mindport_helpers import init_zeros_, norm


class Blur(nn.Cell):
    def __init__(self, kernel: Tensor):
        super().__init__()
        self.conv = nn.Conv1d(1, 1, 3, has_bias=False, pad_mode='pad')
        self.conv.weight.data = (kernel * 2).expand_dims(2)
        self.last = nn.Conv1d(1, 1, 3, has_bias=False, pad_mode='pad')
        self.last.weight = Parameter(kernel.expand_dims(2))
        init_zeros_(self.last.weight)
        self.reach = self.conv.weight.squeeze(2).shape[2] // 2

    def construct(self, x):
        return self.conv(x) * norm(self.conv.weight.squeeze(2)) + ops.conv1d(x, self.last.weight.squeeze(2), pad_mode='pad')
""",
    ),
]
NOOPS = ["class Scale:\n    weight = 1\n\n\nScale().weight = 2\nprint(Scale().weight)\n"]
_PARAMETERS = frozenset({"torch.nn.Parameter", "torch.nn.parameter.Parameter"})
_MEASURED = frozenset(
    ["shape", "size", "dim", "ndim", "clone", "cpu", "detach", "abs", "pow", "norm", "sum", "mean", "std"]
)
_READING = _MEASURED | {
    "flatten",
    "flip",
    "max",
    "min",
    "permute",
    "reshape",
    "squeeze",
    "transpose",
    "unsqueeze",
    "view",
}
_KEEPING = ("torch.nn.init.", "torch.nn.utils.", "torch.optim.", *_PARAMETERS)


def matches(module: Module) -> Iterator[Match]:
    if "onv" not in module.source.text:
        return
    for node in module.source.each(ast.Attribute):
        if node.attr != "weight":
            continue
        axis = _axis(module, module.analysis.type_of(node.value).name)
        if axis is None:
            continue
        held, parent = _held(module, node)
        given = _given(module, held, parent)
        if given is not None:
            yield _with(module, given, f".expand_dims({axis})")
        elif _is_read(module, held, parent):
            yield _with(module, held, f".squeeze({axis})")


def _axis(module: Module, cls: str) -> int | None:
    """The axis that MindSpore's weight has and torch's lacks."""
    row = module.context.rows.get(cls) if cls.startswith("torch.nn.") else None
    for equivalent in row.equivalents if row is not None else ():
        if choosing.serves(equivalent, module.context.target, module.context.mindspore):
            entry = equivalent.state.get("weight")
            return entry.unsqueeze if entry is not None else None
    return None


def _given(module: Module, held: ast.Attribute, parent: ast.AST | None) -> ast.expr | None:
    """What is assigned or copied to the weight, where that is a tensor of torch's form."""
    value: ast.expr | None = None
    if isinstance(parent, ast.Assign) and held in parent.targets:
        value = parent.value
    elif isinstance(parent, ast.Attribute) and parent.attr == "copy_":
        call = module.source.parent(parent)
        value = call.args[0] if isinstance(call, ast.Call) and call.func is parent and len(call.args) == 1 else None
    if isinstance(value, ast.Call) and module.api(value) in _PARAMETERS and len(value.args) == 1:
        value = value.args[0]
    if value is None or module.analysis.type_of(value).kind != "tensor":
        return None
    for one in ast.walk(value):
        if isinstance(one, ast.Attribute) and one.attr == "weight":
            whole, holder = _held(module, one)
            if _axis(module, module.analysis.type_of(one.value).name) is not None:
                if not _is_read(module, whole, holder):
                    return None  # another layer's weight, which has the axis already
    return value


def _held(module: Module, node: ast.Attribute) -> tuple[ast.Attribute, ast.AST | None]:
    """``m.weight`` or ``m.weight.data``, and what that stands in."""
    parent = module.source.parent(node)
    if isinstance(parent, ast.Attribute) and parent.attr == "data":
        return parent, module.source.parent(parent)
    return node, parent


def _is_read(module: Module, held: ast.Attribute, parent: ast.AST | None) -> bool:
    if not isinstance(held.ctx, ast.Load):
        return False
    if isinstance(parent, ast.Attribute):
        return parent.attr in _READING
    if isinstance(parent, ast.Subscript):
        return parent.value is held  # also where items are set: without the axis it is a view
    if isinstance(parent, (ast.BinOp, ast.UnaryOp)):
        return True
    if isinstance(parent, ast.Call) and held in parent.args:
        api = module.api(parent) or ""
        return api.startswith("torch.") and not api.startswith(_KEEPING)
    return False


def _with(module: Module, node: ast.expr, member: str) -> Match:
    span = module.source.span(node)
    plain = templates.is_atom(node)
    return Match((Edit(span, (span, member) if plain else ("(", span, ")" + member)),))
