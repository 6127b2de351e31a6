"""``F.pad(x, (0, 0, 1, -1))`` becomes the helper ``pad``: by a negative width MindSpore 2.10 cuts rightly only once on a CPU.

Its kernel keeps what it cut for the first call and gives elements of that to later ones. A difference of two lengths may be
negative as well, where nothing around asks for it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.mapping.row import Target
from mindport.rewrite import held_names as names
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
import torch.nn.functional as F
from torch import nn


class Mix(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.shift = nn.ZeroPad2d((0, 0, 1, -1))
        self.left = (k - 1, 0)

    def forward(self, x: torch.Tensor, like: torch.Tensor):
        n = like.size(1) - x.size(1)
        if n > 0:
            x = F.pad(x, (0, 0, 0, n))
        later = F.pad(x, (0, 0, -1, 1), value=0.5)
        same = F.pad(x, [0, like.shape[-1] - x.shape[-1]])
        return self.shift(x) + later, same, F.pad(x, self.left), F.pad(x, (1, 1), "reflect")


def pad_at(x: torch.Tensor, widths, before=0):
    return F.pad(x, (*((0, 0) * before), *widths)), F.pad(x, (before, before))
""",
        """
from mindspore import nn, ops, Tensor
from mindport_helpers import TorchConstantPad, pad


class Mix(nn.Cell):
    def __init__(self, k):
        super().__init__()
        self.shift = TorchConstantPad((0, 0, 1, -1))
        self.left = (k - 1, 0)

    def construct(self, x: Tensor, like: Tensor):
        n = like.shape[1] - x.shape[1]
        if n > 0:
            x = ops.pad(x, (0, 0, 0, n))
        later = pad(x, (0, 0, -1, 1), value=0.5)
        same = pad(x, [0, like.shape[-1] - x.shape[-1]])
        return self.shift(x) + later, same, ops.pad(x, self.left), ops.pad(x, (1, 1), "reflect")


def pad_at(x: Tensor, widths, before=0):
    return pad(x, (*((0, 0) * before), *widths)), ops.pad(x, (before, before))
""",
    ),
]
NOOPS = [
    "from mindspore import ops, Tensor\n\n\ndef moved(x: Tensor):\n    return ops.pad(x, (1, -1))\n",
    "def moved(x, pad):\n    return pad(x, (1, -1))\n",
]

_LAYERS = frozenset(f"torch.nn.{kind}Pad{n}d" for kind in ("Zero", "Constant") for n in (1, 2, 3))
_DEPTH = 3


def matches(module: Module) -> Iterator[Match]:
    if module.context.target is not Target.CPU:
        return
    for node in module.source.each(ast.Call):
        if any(isinstance(a, ast.Starred) for a in node.args):
            continue
        api = module.certain_api(node)
        if api == "torch.nn.functional.pad":
            helper, place, name = "pad", 1, "pad"
        elif api in _LAYERS:
            helper, place, name = "TorchConstantPad", 0, "padding"
        else:
            continue
        widths = next((k.value for k in node.keywords if k.arg == name), None)
        widths = widths or (node.args[place] if len(node.args) > place else None)
        if widths is None or not (_is_given(module, widths) or _may_be_negative(module, widths, _DEPTH)):
            continue
        if helper == "TorchConstantPad" and not isinstance(widths, (ast.Tuple, ast.List)):
            continue  # one number stands for as many as the layer has axes
        edit = Edit(module.source.span(node.func), (module.spelling.helper(helper),), 1)
        yield Match((edit,), handled=frozenset([id(node.func)]))


def _is_given(module: Module, widths: ast.expr) -> bool:
    """Whether the widths are what a function is given, alone or beside others: whoever calls it may cut."""
    function = module.source.function_around(widths)
    if function is None:
        return False
    parts = widths.elts if isinstance(widths, (ast.Tuple, ast.List)) else []
    whole = [widths, *(one.value for one in parts if isinstance(one, ast.Starred))]
    taken = {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)}
    return any(isinstance(one, ast.Name) and one.id in taken for one in whole)


def _may_be_negative(module: Module, node: ast.expr, depth: int) -> bool:
    """Whether a width, or one of several, is written so that it may be less than nothing."""
    if isinstance(node, (ast.Tuple, ast.List)):
        return any(_may_be_negative(module, one, depth) for one in node.elts)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub) and not (isinstance(node.operand, ast.Constant) and not node.operand.value)
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Sub):
            if isinstance(node.right, ast.Constant):
                return _may_be_negative(module, node.left, depth)
            return not _is_asked_for(module, node)
        parts = (node.right,) if isinstance(node.op, ast.Mod) else (node.left, node.right)
        return any(_may_be_negative(module, one, depth) for one in parts)
    if isinstance(node, ast.IfExp):
        return any(_may_be_negative(module, one, depth) for one in (node.body, node.orelse))
    if isinstance(node, ast.Call):
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if called in ("int", "tuple", "list", "round"):
            return any(_may_be_negative(module, one, depth) for one in node.args)
        return called == "max" and all(_may_be_negative(module, one, depth) for one in node.args)
    if isinstance(node, ast.Name) and depth:
        scope = names.scope_of(module.source, node)
        values = names.values_at(module.source, scope, node.id, node)[0] if scope is not None else []
        found = any(value is not None and _may_be_negative(module, value, depth - 1) for value in values)
        return found and not _is_asked_for(module, node)
    return False


def _is_asked_for(module: Module, node: ast.expr) -> bool:
    """Whether a condition around compares what the width is made of."""
    about = {ast.unparse(one) for one in ast.walk(node) if isinstance(one, (ast.Name, ast.Attribute))}
    current: ast.AST = node
    while (parent := module.source.parent(current)) is not None:
        if isinstance(parent, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            return False
        if isinstance(parent, (ast.If, ast.IfExp, ast.While)) and current is not parent.test:
            if any(ast.unparse(one) in about for one in ast.walk(parent.test) if isinstance(one, ast.expr)):
                return True
        current = parent
    return False
