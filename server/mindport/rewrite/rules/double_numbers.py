"""``x * 0.1`` with ``x`` of float64: MindSpore takes Python's floats for float32 there, and 0.1 is 0.10000000149.

A number that float32 cannot hold becomes a Tensor of float64, as far as the code shows that the other operand is of that type.
"""

from __future__ import annotations

import ast
import struct
from collections.abc import Iterator

from mindport.rewrite.element_types import ElementTypes
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules.numpy_operands import is_number
from mindport.text import Edit

EXAMPLES = [
    (
        """
import math

import numpy as np
import torch


class Decay(torch.nn.Module):
    def __init__(self, rate: float):
        super().__init__()
        self.rate = rate
        self.x = torch.zeros(3, dtype=torch.float64)

    def forward(self, y):
        z = self.x + 0.1
        z = z / 0.3 - 0.5 * z
        z = torch.mul(z, 0.7) + torch.where(y > 0, z, 1.1)
        z -= 1e-3 * np.e
        w = z.double() * self.rate, z > 0.1, y * 0.1, 2 * z
        return w, math.pi * z, z.masked_fill(z > 1, 0.1)
""",
        """
import math

import numpy as np
import mindspore as ms
from mindspore import mint, nn


class Decay(nn.Cell):
    def __init__(self, rate: float):
        super().__init__()
        self.rate = rate
        self.x = mint.zeros(3, dtype=ms.float64)

    def construct(self, y):
        z = self.x + ms.tensor(0.1, dtype=ms.float64)
        z = z / ms.tensor(0.3, dtype=ms.float64) - 0.5 * z
        z = mint.mul(z, ms.tensor(0.7, dtype=ms.float64)) + mint.where(y > 0, z, ms.tensor(1.1, dtype=ms.float64))
        z -= ms.tensor(1e-3 * np.e, dtype=ms.float64)
        w = z.double() * ms.tensor(self.rate, dtype=ms.float64), z > ms.tensor(0.1, dtype=ms.float64), y * 0.1, 2 * z
        return w, ms.tensor(math.pi, dtype=ms.float64) * z, z.masked_fill(z > 1, ms.tensor(0.1, dtype=ms.float64))
""",
    ),
]
NOOPS = ["def scaled(x: float):\n    return x * 0.1\n"]

# fmt: off
_OPERATIONS = frozenset([
    "add", "sub", "mul", "div", "true_divide", "divide", "multiply", "subtract", "pow", "remainder", "fmod", "eq", "gt", "ge",
    "lt", "le", "masked_fill", "add_", "sub_", "mul_", "div_",
])
# fmt: on
_WIDE = ("float64", "double", "DoubleTensor")


def matches(module: Module) -> Iterator[Match]:
    if not any(word in module.source.text for word in _WIDE):
        return
    types = ElementTypes(module)
    for node in module.source.nodes:
        if isinstance(node, ast.BinOp):
            pairs = [(node.left, node.right), (node.right, node.left)]
        elif isinstance(node, ast.Compare) and len(node.ops) == 1:
            pairs = [(node.left, node.comparators[0]), (node.comparators[0], node.left)]
        elif isinstance(node, ast.AugAssign):
            pairs = [(node.value, node.target)]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            pairs = _arguments(module, node)
        else:
            continue
        for number, tensor in pairs:
            if _is_inexact(module, types, number) and types.of(tensor) == "float64":
                span = module.source.span(number)
                made, wanted = module.spelling.name("mindspore.tensor"), module.spelling.name("mindspore.float64")
                yield Match((Edit(span, (f"{made}(", span, f", dtype={wanted})"), 1),))


def _arguments(module: Module, call: ast.Call) -> list[tuple[ast.expr, ast.expr]]:
    """Numbers that a function or a method of a Tensor is given, with the operand that says the type."""
    owner, _, leaf = (module.api(call) or "").rpartition(".")
    args = call.args
    if owner == "torch" and leaf == "where" and len(args) == 3:
        return [(args[1], args[2]), (args[2], args[1])]
    if leaf in ("clamp", "clip") and owner in ("torch", "torch.Tensor") and isinstance(call.func, ast.Attribute):
        given = [*args, *(k.value for k in call.keywords)]
        operand, *bounds = given if owner == "torch" else [call.func.value, *given]
        return [(bounds[0], operand)] if len(bounds) == 1 else []  # both are Tensors, or none is
    if owner not in ("torch", "torch.Tensor") or leaf not in _OPERATIONS or not args:
        return []
    if owner == "torch.Tensor" and isinstance(call.func, ast.Attribute):
        return [(args[-1], call.func.value)]
    return [(args[-1], args[0]), (args[0], args[-1])] if len(args) > 1 else []


def _is_inexact(module: Module, types: ElementTypes, node: ast.expr) -> bool:
    """Whether it is a number that float32 may not hold."""
    value = node.operand if isinstance(node, ast.UnaryOp) else node
    if isinstance(value, ast.Constant):
        return type(value.value) is float and _narrowed(value.value) != value.value
    return types.kind(node) == "number:float" or is_number(module, node)


def _narrowed(value: float) -> float:
    try:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return float("inf")
