"""``norm_layer is nn.BatchNorm2d`` becomes ``norm_layer == nn.BatchNorm2d``.

What was handed around as torch's class is a class of the helpers', which equals MindSpore's own but is not the same object.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn


def build(norm_layer=nn.BatchNorm2d, act=None):
    bias = norm_layer is not nn.BatchNorm2d
    if act is None or act is nn.Linear:
        act = nn.ReLU
    return bias, act is (nn.ReLU), nn.GELU is act
""",
        """
from mindspore import mint, nn
from mindport_helpers import TorchBatchNorm2d, TorchReLU


def build(norm_layer=TorchBatchNorm2d, act=None):
    bias = norm_layer != nn.BatchNorm2d
    if act is None or act is mint.nn.Linear:
        act = TorchReLU
    return bias, act == (nn.ReLU), nn.GELU == act
""",
    ),
]
NOOPS = ["from mindspore import nn\n\n\ndef same(kind):\n    return kind is nn.ReLU\n"]


def matches(module: Module) -> Iterator[Match]:
    if " is " not in module.source.text or not module.source.imports_torch:
        return
    for node in module.source.each(ast.Compare):
        if len(node.ops) != 1 or not isinstance(node.ops[0], (ast.Is, ast.IsNot)):
            continue
        left, right = node.left, node.comparators[0]
        if _stands_for_another(module, left) or _stands_for_another(module, right):
            before, after = module.source.span(left).end, module.source.span(right).start
            between = module.source.text[before:after]
            written, sign = ("is not", "!=") if isinstance(node.ops[0], ast.IsNot) else ("is", "==")
            if between.count(written) == 1:
                start = before + between.index(written)
                yield Match((Edit(Span(start, start + len(written)), (sign,)),))


def _stands_for_another(module: Module, node: ast.expr) -> bool:
    """Whether it is a class of torch in whose place one of the helpers' is handed around."""
    api = module.api(node) if isinstance(node, (ast.Attribute, ast.Name)) else None
    row = module.context.rows.get(api) if api is not None and api.startswith("torch.nn.") else None
    return row is not None and row.kind == "class" and any(one.reference for one in row.equivalents)
