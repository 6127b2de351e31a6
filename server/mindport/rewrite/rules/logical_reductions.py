"""``x.any(1)`` of numbers becomes ``(x != 0).any(1)``: on a CPU MindSpore 2.10 reads numbers byte by byte along an axis.

It is right for truths, and over all axes. Where nothing shows that the elements are truths they are made such.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.mapping.row import Target
from mindport.rewrite import held_names as names
from mindport.rewrite.masks import LOGICAL
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def rows(x: torch.Tensor, mask: torch.Tensor):
    low = (x < 0) & torch.isfinite(x)
    empty = torch.zeros(2, 3, dtype=torch.bool)
    some = torch.any(x - 1, dim=1), mask.any(dim=-1, keepdim=True)
    return some, low.any(1), empty.any(0), (~low).any(0), x.any(), x.isnan().any(1), mask.bool().any(1), x.all(1)
""",
        """
import mindspore as ms
from mindspore import mint, ops, Tensor


def rows(x: Tensor, mask: Tensor):
    low = (x < 0) & mint.isfinite(x)
    empty = mint.zeros((2, 3), dtype=ms.bool_)
    some = ops.any((x - 1) != 0, axis=1), (mask != 0).any(dim=-1, keepdim=True)
    return some, low.any(1), empty.any(0), (~low).any(0), x.any(), x.isnan().any(1), mask.bool().any(1), x.all(1)
""",
    ),
]
NOOPS = ["def rows(x):\n    return x.any(1)\n"]

_SAME = frozenset(
    f"torch.Tensor.{name}"
    for name in (
        *(
            "view",
            "reshape",
            "unsqueeze",
            "squeeze",
            "transpose",
            "permute",
            "t",
            "expand",
            "flatten",
            "clone",
            "any",
            "all",
        ),
        *(
            "contiguous",
            "detach",
            "cpu",
            "cuda",
            "to",
            "masked_fill",
            "logical_not",
            "logical_and",
            "logical_or",
            "roll",
        ),
        *("index_select", "gather", "flip", "repeat", "expand_as", "eq", "ne"),
    )
)
_DEPTH = 4


def matches(module: Module) -> Iterator[Match]:
    if module.context.target is not Target.CPU:
        return
    for node in module.source.each(ast.Call):
        api = module.certain_api(node)
        if api == "torch.Tensor.any" and isinstance(node.func, ast.Attribute):
            subject, rest = node.func.value, node.args
        elif api == "torch.any" and node.args:
            subject, rest = node.args[0], node.args[1:]
        else:
            continue
        if (rest or any(k.arg in ("dim", "axis") for k in node.keywords)) and not _are_truths(module, subject, _DEPTH):
            span = module.source.span(subject)
            operand = (
                (span,) if isinstance(subject, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)) else ("(", span, ")")
            )
            parts = (*operand, " != 0") if api == "torch.any" else ("(", *operand, " != 0)")
            yield Match((Edit(span, parts, 1),))


def _are_truths(module: Module, node: ast.expr, depth: int) -> bool:
    """Whether the expression shows that its elements are True or False."""
    if isinstance(node, (ast.Compare, ast.UnaryOp)):
        return isinstance(node, ast.Compare) or (
            isinstance(node.op, ast.Invert) and _are_truths(module, node.operand, depth)
        )
    if isinstance(node, ast.BinOp):
        logical = isinstance(node.op, (ast.BitAnd, ast.BitOr, ast.BitXor))
        return logical and (_are_truths(module, node.left, depth) or _are_truths(module, node.right, depth))
    if isinstance(node, ast.Subscript):
        return _are_truths(module, node.value, depth)
    if isinstance(node, ast.Name):
        scope = names.scope_of(module.source, node)
        if not depth or scope is None:
            return False
        values, _ = names.values_at(module.source, scope, node.id, node)
        return bool(values) and all(one is not None and _are_truths(module, one, depth - 1) for one in values)
    if not isinstance(node, ast.Call):
        return False
    api = module.api(node) or ""
    if api in LOGICAL or _is_of_truths(module, node):
        return True
    return api in _SAME and isinstance(node.func, ast.Attribute) and _are_truths(module, node.func.value, depth)


def _is_of_truths(module: Module, call: ast.Call) -> bool:
    """Whether the element type is given: ``dtype=torch.bool``, ``.to(torch.bool)``."""
    given = [*(k.value for k in call.keywords if k.arg == "dtype"), *call.args[:1]]
    return any(module.api(one) == "torch.bool" for one in given)
