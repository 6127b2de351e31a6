"""``x[mask.byte()]``: torch takes Tensors of bytes for masks, MindSpore only such of booleans."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def kept(x: torch.Tensor, mask: torch.Tensor):
    return x[mask.byte()], x[0, mask.to(torch.uint8)]
""",
        """
from mindspore import Tensor


def kept(x: Tensor, mask: Tensor):
    return x[mask.bool()], x[0, mask.bool()]
""",
    ),
]
NOOPS = ["def first(table, name):\n    return table[name.byte()]\n"]

_BYTES = ("torch.uint8", "torch.ByteTensor")


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.nodes:
        if not isinstance(node, ast.Subscript) or module.analysis.kind_of(node.value) != "tensor":
            continue
        for item in node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]:
            if isinstance(item, ast.Call) and isinstance(item.func, ast.Attribute) and _makes_bytes(module, item):
                receiver = module.source.span(item.func.value)
                handled = frozenset(id(n) for n in (item.func, *item.args))
                yield Match((Edit(module.source.span(item), (receiver, ".bool()")),), handled)


def _makes_bytes(module: Module, call: ast.Call) -> bool:
    """Whether the call of a Tensor's method casts to bytes and does nothing else."""
    api = module.api(call.func)
    if api == "torch.Tensor.byte":
        return not call.args and not call.keywords
    if api in ("torch.Tensor.to", "torch.Tensor.type"):
        return len(call.args) == 1 and not call.keywords and module.api(call.args[0]) in _BYTES
    return False
