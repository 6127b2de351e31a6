"""``np.sqrt(2.0) * x`` becomes ``x * np.sqrt(2.0)``: NumPy's numbers take MindSpore's Tensors for arrays and give arrays.

torch's operators go before NumPy's, and ``np.exp(x)`` is a Tensor there; an array has neither its methods nor a gradient.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.template import is_atom
from mindport.semantics.library_calls import UNIVERSAL
from mindport.semantics.types import NUMPY, OUTPUT
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import numpy as np
import torch


class Gauss(torch.nn.Module):
    def __init__(self, d):
        super().__init__()
        self.scale = 1.0 / np.sqrt(d)
        self.betas = np.linspace(0, 1, 5)

    def forward(self, x, t):
        lam = np.random.beta(1.0, 1.0)
        y = self.betas[t] * x + lam * x + max(self.scale, 0.1) * x
        return self.scale * (x + y), np.exp(0.5) - x, 2 * np.float32(3) / x, np.float64(1) < x
""",
        """
import numpy as np
from mindspore import nn


class Gauss(nn.Cell):
    def __init__(self, d):
        super().__init__()
        self.scale = 1.0 / np.sqrt(d)
        self.betas = np.linspace(0, 1, 5)

    def construct(self, x, t):
        lam = np.random.beta(1.0, 1.0)
        y = x * self.betas[t] + lam * x + x * max(self.scale, 0.1)
        return (x + y) * self.scale, -x + np.exp(0.5), float(2 * np.float32(3)) / x, x > np.float64(1)
""",
    ),
    (
        """
import numpy as np
import torch


def energy(x: torch.Tensor):
    return np.sqrt(x).mean(), np.maximum(x, 0), np.exp(x.numpy()), x * np.linspace(0, 1, 3)
""",
        """
import numpy as np
from mindspore import Tensor


def energy(x: Tensor):
    return Tensor(np.sqrt(x)).mean(), Tensor(np.maximum(x, 0)), np.exp(x.asnumpy()), x * Tensor(np.linspace(0, 1, 3))
""",
    ),
]
NOOPS = ["import numpy as np\n\ny = np.sqrt(2.0) * np.ones(3) - np.exp(1) / 3\n"]

_TURNED = {
    ast.Lt: ">", ast.LtE: ">=", ast.Gt: "<", ast.GtE: "<=", ast.Eq: "==", ast.NotEq: "!=",
    ast.Mult: "*", ast.Add: "+",
}  # fmt: skip
_PYTHONS = frozenset(["beta", "uniform", "normal", "rand", "randn", "random", "random_sample", "gamma", "exponential"])
"""Functions of numpy.random that give Python's numbers where no size is asked for."""


def matches(module: Module) -> Iterator[Match]:
    if "numpy" not in module.source.text:
        return
    for node in module.source.nodes:
        if isinstance(node, ast.BinOp):
            if _is_tensor(module, node.right) and is_number(module, node.left):
                yield from _operation(module, node)
            elif module.analysis.kind_of(node.right) == "ndarray" and module.analysis.kind_of(node.left) == "tensor":
                span = module.source.span(node.right)
                yield Match((Edit(span, (module.spelling.name("mindspore.Tensor") + "(", span, ")"), 1),))
        elif isinstance(node, ast.Compare):
            turned = _TURNED.get(type(node.ops[0])) if len(node.ops) == 1 else None
            if turned and _is_tensor(module, node.comparators[0]) and is_number(module, node.left):
                right, left = _operand(module, node.comparators[0]), _operand(module, node.left)
                yield Match((Edit(module.source.span(node), (*right, f" {turned} ", *left)),))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in UNIVERSAL:
            given = any(module.analysis.kind_of(one) == "tensor" for one in node.args[:2])
            if given and module.analysis.type_of(node.func).name == f"numpy.{node.func.attr}" and not node.keywords:
                span = module.source.span(node)
                yield Match((Edit(span, (module.spelling.name("mindspore.Tensor") + "(", span, ")"), 1),))


def _operation(module: Module, node: ast.BinOp) -> Iterator[Match]:
    right, left = _operand(module, node.right), _operand(module, node.left)
    whole = module.source.span(node)
    if type(node.op) in _TURNED:
        yield Match((Edit(whole, (*right, f" {_TURNED[type(node.op)]} ", *left)),))
    elif isinstance(node.op, ast.Sub):
        yield Match((Edit(whole, ("-", *right, " + ", *left)),))
    elif isinstance(node.op, (ast.Div, ast.Pow)) and module.analysis.kind_of(node.right) == "tensor":
        sign = "/" if isinstance(node.op, ast.Div) else "**"
        yield Match((Edit(whole, ("float(", module.source.span(node.left), f") {sign} ", *right)),))


def _operand(module: Module, node: ast.expr) -> tuple[str | Span, ...]:
    span = module.source.span(node)
    return (span,) if is_atom(node) or isinstance(node, ast.Constant) else ("(", span, ")")


def _is_tensor(module: Module, node: ast.expr) -> bool:
    found = module.analysis.type_of(node)
    return found.kind == "tensor" or found == OUTPUT


def is_number(module: Module, node: ast.expr, depth: int = 0) -> bool:
    """Whether it is a number of NumPy's, as an operand of a Tensor can be no array."""
    found = module.analysis.type_of(node)
    if found.kind == "tensor" or found == OUTPUT:
        return False
    if isinstance(node, ast.BinOp):
        return any(is_number(module, one, depth) for one in (node.left, node.right))
    if isinstance(node, ast.UnaryOp):
        return is_number(module, node.operand, depth)
    if isinstance(node, ast.IfExp):
        return any(is_number(module, one, depth) for one in (node.body, node.orelse))
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("abs", "max", "min", "round")
    ):
        return any(is_number(module, one, depth) for one in node.args)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _PYTHONS:
        return any(k.arg == "size" for k in node.keywords)
    if isinstance(node, ast.Name) and found.is_unknown and depth < 4:
        scope = names.scope_of(module.source, node)
        values = [value for _, value in names.bindings_of(module.source, scope, node.id)] if scope is not None else []
        if values and None not in values:
            return any(is_number(module, value, depth + 1) for value in values if value is not None)
    return found == NUMPY or found.kind == "ndarray"
