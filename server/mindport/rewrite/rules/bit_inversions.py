"""``~x`` on whole numbers turns every bit over; MindSpore's operator makes truths of them, as ``not`` does.

Only where the function shows that the elements are whole numbers: of masks of booleans both make the same.
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


def masks(x: torch.Tensor, mask: torch.Tensor):
    codes = torch.tensor([1, 2, 4])
    seen = x.byte()
    rows = torch.arange(4).view(2, 2)
    return ~codes, ~(seen & 3), ~rows[0], ~mask, ~(codes > 1), ~seen.bool()
""",
        """
import mindspore as ms
from mindspore import ops, Tensor
from mindport_helpers import bitwise_not


def masks(x: Tensor, mask: Tensor):
    codes = ms.tensor([1, 2, 4])
    seen = x.byte()
    rows = ops.arange(4).view(2, 2)
    return bitwise_not(codes), bitwise_not(seen & 3), bitwise_not(rows[0]), ~mask, ~(codes > 1), ~seen.bool()
""",
    ),
]
NOOPS = ["def flipped(n: int):\n    return ~n, ~int(n)\n"]


def matches(module: Module) -> Iterator[Match]:
    types: ElementTypes | None = None
    for node in module.source.each(ast.UnaryOp):
        if not isinstance(node.op, ast.Invert):
            continue
        if module.analysis.kind_of(node.operand) != "tensor":
            continue
        types = types or ElementTypes(module)
        if types.of(node.operand) in WHOLE:
            name = module.spelling.helper("bitwise_not")
            yield Match((Edit(module.source.span(node), (f"{name}(", module.source.span(node.operand), ")")),))
