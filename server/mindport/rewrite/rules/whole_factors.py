"""Losses and products of whole numbers: torch sums ``l1_loss`` in int64, and takes the whole part of a factor ``alpha=0.5``.

MindSpore sums in the type of what is given, so bytes run over, and multiplies by the factor as it is. Only where the function
shows that the numbers are whole.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.element_types import WHOLE, ElementTypes
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
import torch.nn.functional as F


def compare(a: torch.Tensor, b: torch.Tensor, m: torch.Tensor):
    total = F.l1_loss(a.byte(), b.byte(), reduction="sum")
    n = m.long()
    return total, F.l1_loss(a, b, reduction="sum"), torch.addmm(n, n, n, alpha=1.5, beta=2)
""",
        """
from mindspore import ops, Tensor


def compare(a: Tensor, b: Tensor, m: Tensor):
    total = ops.l1_loss(a.byte(), b.byte(), reduction="none").sum()
    n = m.long()
    return total, ops.l1_loss(a, b, reduction="sum"), ops.addmm(n, n, n, alpha=1, beta=2)
""",
    ),
]
NOOPS = ["def f(F, a, b):\n    return F.l1_loss(a.byte(), b.byte(), reduction='sum')\n"]

_PRODUCTS = frozenset(
    f"{owner}.{one}" for owner in ("torch", "torch.Tensor") for one in ("addmm", "addmv", "addbmm", "baddbmm", "addr")
)
_FACTORS = ("alpha", "beta")


def matches(module: Module) -> Iterator[Match]:
    types: ElementTypes | None = None
    for node in module.source.each(ast.Call):
        if not node.keywords:
            continue
        api = module.api(node)
        if api == "torch.nn.functional.l1_loss":
            types = types or ElementTypes(module)
            yield from _summed(module, node, types)
        elif api in _PRODUCTS:
            types = types or ElementTypes(module)
            yield from _multiplied(module, node, types)


def _summed(module: Module, call: ast.Call, types: ElementTypes) -> Iterator[Match]:
    for keyword in call.keywords:
        value = keyword.value
        if keyword.arg == "reduction" and isinstance(value, ast.Constant) and value.value == "sum":
            if len(call.args) > 1 and all(types.of(one) in (*WHOLE, "bool") for one in call.args[:2]):
                span, whole = module.source.span(value), module.source.span(call)
                written = module.source.text_of(value).replace("sum", "none")
                yield Match((Edit(span, (written,)), Edit(whole, (whole, ".sum()"), 1)))


def _multiplied(module: Module, call: ast.Call, types: ElementTypes) -> Iterator[Match]:
    method = isinstance(call.func, ast.Attribute) and module.api(call) == f"torch.Tensor.{call.func.attr}"
    first = call.func.value if method and isinstance(call.func, ast.Attribute) else call.args[0] if call.args else None
    if first is None or types.of(first) not in WHOLE:
        return
    for keyword in call.keywords:
        number = ast.unparse(keyword.value)
        if keyword.arg in _FACTORS and types.kind(keyword.value) == "number:float":
            span = module.source.span(keyword.value)
            parts = (str(int(float(number))),) if _is_written(keyword.value) else ("int(", span, ")")
            yield Match((Edit(span, parts, 1),))


def _is_written(node: ast.expr) -> bool:
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)
