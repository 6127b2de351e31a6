"""``31 ** torch.arange(n)``: whole numbers to the power of others are floating-point numbers in between in MindSpore.

Beyond 2 to the 53rd those are not exact, and where torch wraps around they end. Squares and powers of two stay as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.element_types import ElementTypes
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def hashed(codes: torch.Tensor, x: torch.Tensor, n: int, m):
    weights = 31 ** torch.arange(n)
    seed = torch.tensor([3, 5]) ** n
    cubes = torch.pow(codes.long(), 3).sum() + codes.int().pow(weights)
    bits = 2 ** torch.arange(8)
    return (10 ** torch.arange(m) * weights).sum(), seed, cubes, bits, torch.arange(n) ** 2, x**3, codes.float() ** n
""",
        """
import mindspore as ms
from mindspore import ops, Tensor
from mindport_helpers import whole_power


def hashed(codes: Tensor, x: Tensor, n: int, m):
    weights = whole_power(31, ops.arange(n))
    seed = whole_power(ms.tensor([3, 5]), n)
    cubes = whole_power(codes.long(), 3).sum() + whole_power(codes.int(), weights)
    bits = 2 ** ops.arange(8)
    return (whole_power(10, ops.arange(m)) * weights).sum(), seed, cubes, bits, ops.arange(n) ** 2, x**3, codes.float() ** n
""",
    ),
]
NOOPS = ["n = 3**4\ny = n**20\n"]
_WHOLE = ("int32", "int64")
_POWERS = ("torch.pow", "torch.Tensor.pow")


def matches(module: Module) -> Iterator[Match]:
    if not module.source.imports_torch or "**" not in module.source.text and "pow(" not in module.source.text:
        return
    types = ElementTypes(module)
    for node in module.source.each(ast.BinOp, ast.Call):
        pair = _pair(module, node)
        if pair is None or not _is_whole(module, types, *pair):
            continue
        span = module.source.span
        parts = (module.spelling.helper("whole_power"), "(", span(pair[0]), ", ", span(pair[1]), ")")
        handled = frozenset([id(node.func)]) if isinstance(node, ast.Call) else frozenset[int]()
        yield Match((Edit(span(node), parts, 0),), handled)


def _pair(module: Module, node: ast.BinOp | ast.Call) -> tuple[ast.expr, ast.expr] | None:
    """The base and the exponent."""
    if isinstance(node, ast.BinOp):
        return (node.left, node.right) if isinstance(node.op, ast.Pow) else None
    api = module.certain_api(node)
    if api not in _POWERS or node.keywords or any(isinstance(one, ast.Starred) for one in node.args):
        return None
    method = api == "torch.Tensor.pow" and isinstance(node.func, ast.Attribute)
    given = [node.func.value, *node.args] if method and isinstance(node.func, ast.Attribute) else node.args
    return (given[0], given[1]) if len(given) == 2 else None


def _is_whole(module: Module, types: ElementTypes, base: ast.expr, exponent: ast.expr) -> bool:
    """Whether both are whole numbers for certain, a Tensor among them, of which a power may be large."""
    if isinstance(base, ast.Constant) and base.value in (0, 1, 2):
        return False
    if isinstance(exponent, ast.Constant) and exponent.value in (0, 1, 2):
        return False
    kinds = [types.kind(one) or _of_range(module, one) for one in (base, exponent)]
    return any(kind in _WHOLE for kind in kinds) and all(kind in (*_WHOLE, "number:int") for kind in kinds)


def _of_range(module: Module, node: ast.expr) -> str:
    """``torch.arange(n)`` is of whole numbers where ``n`` is one; where it is not, the helper sees that."""
    made = isinstance(node, ast.Call) and not node.keywords and module.certain_api(node) == "torch.arange"
    return "int64" if made else ""
