"""``(x > 0).cumsum(0)``: torch adds whole numbers and truths up in int64, MindSpore in int32.

Only where the function shows that the elements are such ones; later code puts the sums together with other indices, or
compares their types.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.arguments import ArgumentList, receiver_span
from mindport.rewrite.element_types import WHOLE, ElementTypes
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.template import is_atom
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def positions(mask: torch.Tensor, ids: torch.Tensor):
    places = ids.ne(1).int()
    seen = torch.cumsum(places, dim=1).type_as(places)
    return (ids != 0).cumsum(1), torch.cumsum(ids > 1, dim=1), seen, torch.cumsum(mask, 0), ids.long().cumsum(-1)
""",
        """
from mindspore import Tensor


def positions(mask: Tensor, ids: Tensor):
    places = ids.ne(1).int()
    seen = places.long().cumsum(1).type_as(places)
    return (ids != 0).long().cumsum(1), (ids > 1).long().cumsum(1), seen, mask.cumsum(0), ids.long().cumsum(-1)
""",
    ),
]
NOOPS = ["import numpy as np\n\ny = (np.arange(3) > 1).cumsum(0)\n"]

_COUNTED = frozenset(["bool", *WHOLE]) - {"int64"}


def matches(module: Module) -> Iterator[Match]:
    types: ElementTypes | None = None
    for node in module.source.each(ast.Call):
        if module.api(node) not in ("torch.cumsum", "torch.Tensor.cumsum"):
            continue
        if any(k.arg in ("dtype", "input", "out", None) for k in node.keywords):
            continue
        method = module.api(node) == "torch.Tensor.cumsum" and isinstance(node.func, ast.Attribute)
        value = (
            node.func.value if method and isinstance(node.func, ast.Attribute) else node.args[0] if node.args else None
        )
        types = types or ElementTypes(module)
        if value is None or types.of(value) not in _COUNTED:
            continue
        if method and isinstance(node.func, ast.Attribute):
            span = receiver_span(module.source, node.func)
        else:
            span = ArgumentList(module.source, node).item(value).value
        if is_atom(value) or module.source.text[span.start] == "(":
            yield Match((Edit(span, (span, ".long()"), 1),))
            continue
        axis = node.args[1] if len(node.args) > 1 else next((k.value for k in node.keywords if k.arg == "dim"), None)
        if axis is not None:
            parts = ("(", span, ").long().cumsum(", module.source.span(axis), ")")
            yield Match((Edit(module.source.span(node), parts),), frozenset([id(node.func)]))
