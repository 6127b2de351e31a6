"""``torch.log(torch.arange(1, n))``: functions that make floats of integers get floats, for MindSpore has them for those alone.

Only where the function shows that the numbers are integers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.arguments import ArgumentList, receiver_span
from mindport.rewrite.element_types import WHOLE, ElementTypes
from mindport.rewrite.origins import Origin
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.template import is_atom
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


def rates(n, d):
    steps = torch.arange(1, n + 1).repeat(d, 1)
    return torch.log(steps), torch.exp(steps * 0.5)


def weights(counts: torch.Tensor):
    return torch.lgamma(counts.long() + 1), (torch.tensor([1, 2]) + 1).exp(), torch.bincount(counts).sqrt()
""",
        """
import mindspore as ms
from mindspore import mint, ops, Tensor
from mindport_helpers import bincount


def rates(n, d):
    steps = ops.arange(1, n + 1).tile((d, 1))
    return mint.log(steps.float()), mint.exp(steps * 0.5)


def weights(counts: Tensor):
    return ops.lgamma((counts.long() + 1).float()), (ms.tensor([1, 2]) + 1).float().exp(), bincount(counts).float().sqrt()
""",
    ),
]
NOOPS = ["import numpy as np\n\ny = np.log(np.arange(1, 3))\n"]

# fmt: off
_FUNCTIONS = frozenset([
    "log", "log2", "log10", "log1p", "exp", "exp2", "expm1", "sqrt", "rsqrt", "sin", "cos", "tan", "sinh", "cosh",
    "tanh", "asin", "acos", "atan", "asinh", "acosh", "atanh", "sigmoid", "logit", "erf", "erfc", "erfinv", "lgamma",
    "digamma", "i0", "rad2deg", "deg2rad", "reciprocal",
])
# fmt: on
_INTEGERS = frozenset(["int32", "int64", "long", "int", "int16", "short", "int8", "uint8"])
_KEPT = frozenset(["sum", "cumsum", "abs", "neg", "flip", "clamp", "outer"])


def matches(module: Module) -> Iterator[Match]:
    tree = module.source.tree
    if tree is None:
        return
    origin, types = Origin(module, _makes, _mixed, _KEPT), ElementTypes(module)
    for node in module.source.each(ast.Call):
        api = module.api(node) or ""
        owner, _, leaf = api.rpartition(".")
        if leaf not in _FUNCTIONS or owner not in ("torch", "torch.Tensor") or node.keywords:
            continue
        method = owner == "torch.Tensor"
        value = node.func.value if method and isinstance(node.func, ast.Attribute) else None
        if not method and len(node.args) == 1:
            value = node.args[0]
        if value is not None and (origin.of(value) or types.of(value) in WHOLE):
            span = _text(module, node, method)
            text = module.source.text
            bare = is_atom(value) or text[span.start] == "("
            yield Match((Edit(span, (span, ".float()") if bare else ("(", span, ").float()"), 1),))


def _text(module: Module, call: ast.Call, method: bool) -> Span:
    if not method:
        return ArgumentList(module.source, call).item(call.args[0]).value
    assert isinstance(call.func, ast.Attribute)
    return receiver_span(module.source, call.func)


def _makes(api: str, call: ast.Call) -> bool:
    """Whether the call makes a tensor of integers."""
    if api in ("torch.Tensor.long", "torch.Tensor.int", "torch.argmax", "torch.argsort"):
        return True
    given = {k.arg: k.value for k in call.keywords}
    if None in given or any(isinstance(a, ast.Starred) for a in call.args):
        return False
    dtype = given.get("dtype")
    if dtype is not None:
        return isinstance(dtype, ast.Attribute) and dtype.attr in _INTEGERS and api in ("torch.arange", "torch.tensor")
    return api == "torch.arange" and all(_integer(a) for a in call.args)


def _integer(node: ast.expr) -> bool:
    """Whether a bound surely is an integer: torch asks for floats as soon as one is."""
    if isinstance(node, ast.Constant):
        return type(node.value) is int
    if isinstance(node, ast.BinOp):
        whole = isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv))
        return whole and _integer(node.left) and _integer(node.right)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in ("len", "int")
    return isinstance(node, (ast.Name, ast.Attribute, ast.Subscript))


def _mixed(node: ast.BinOp, left: bool, right: bool) -> bool:
    if isinstance(node.op, (ast.Div, ast.Pow)):
        return False
    other = node.right if left else node.left
    return (left and right) or isinstance(other, ast.Constant) and type(other.value) is int
