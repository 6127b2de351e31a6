"""``a @ b`` where gradients of gradients are asked for (``create_graph=True``): a helper whose gradient is recorded.

MindSpore's ``matmul`` does not: what a gradient penalty or a second derivative owes to the factors would be missing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


class Energy(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(n, n))

    def forward(self, x: torch.Tensor):
        h = torch.tanh(x @ self.w)  # the hidden layer
        return torch.matmul(h, self.w.t()).matmul(x.sum(0))


def force(energy: Energy, x: torch.Tensor):
    return torch.autograd.grad(energy(x).sum(), x, create_graph=True)[0]
""",
        """
from mindspore import mint, nn, Parameter, Tensor
from mindport_helpers import exact_tanh, gradients_of, recorded_matmul


class Energy(nn.Cell):
    def __init__(self, n):
        super().__init__()
        self.w = Parameter(mint.ones((n, n)))

    def construct(self, x: Tensor):
        h = exact_tanh(recorded_matmul(x, self.w))  # the hidden layer
        return recorded_matmul(recorded_matmul(h, self.w.t()), x.sum(0))


def force(energy: Energy, x: Tensor):
    return gradients_of(energy(x).sum(), x, create_graph=True)[0]
""",
    ),
]
NOOPS = [
    "def product(a, b):\n    return a @ b  # create_graph=True\n",
    "from mindspore import Tensor\n\n\ndef product(a: Tensor, b: Tensor):\n    return a @ b\n",
]

_FUNCTIONS = frozenset(["torch.matmul", "torch.mv"])
_METHODS = frozenset(["torch.Tensor.matmul", "torch.Tensor.mv"])


def matches(module: Module) -> Iterator[Match]:
    source = module.source
    if not source.imports_torch or not module.differentiates_twice:
        return
    given = _given_data(module)
    for node in source.each(ast.BinOp, ast.Call):
        if isinstance(node, ast.BinOp):
            sides = (node.left, node.right)
            if any(_is_given(side, given) for side in sides):
                continue
            if isinstance(node.op, ast.MatMult) and any(module.analysis.kind_of(side) == "tensor" for side in sides):
                yield Match((Edit(source.span(node), _product(module, *sides), 1),))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            api = module.certain_api(node)
            if any(_is_given(side, given) for side in (node.func.value, *node.args)):
                continue
            if api in _FUNCTIONS and len(node.args) == 2 and not node.keywords:
                name = Edit(source.span(node.func), (module.spelling.helper("recorded_matmul"),), 1)
                yield Match((name,), handled=frozenset([id(node.func)]))
            elif api in _METHODS and len(node.args) == 1 and not node.keywords:
                product = Edit(source.span(node), _product(module, node.func.value, node.args[0]), 1)
                yield Match((product,), handled=frozenset([id(node.func)]))


def _given_data(module: Module) -> frozenset[str]:
    """Names of tensors whose data the file sets, ``self.v.data = v``: what torch's gradient reads of them is what they are given
    last, and so it is with MindSpore's own product alone."""
    targets = [target for node in module.source.each(ast.Assign) for target in node.targets]
    held = [one.value for one in targets if isinstance(one, ast.Attribute) and one.attr == "data"]
    return frozenset(name for name in map(_last_name, held) if name)


def _is_given(side: ast.expr, given: frozenset[str]) -> bool:
    return _last_name(side) in given or isinstance(side, ast.Attribute) and side.attr == "data"


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _product(module: Module, left: ast.expr, right: ast.expr) -> tuple[str | Span, ...]:
    start = f"{module.spelling.helper('recorded_matmul')}("
    return (start, module.source.span(left), ", ", module.source.span(right), ")")
