"""``torch.cat([ids, weights])`` of several element types: torch promotes the pieces, MindSpore raises.

Where the function shows the types of all pieces, those of another type than the result's are cast.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import reduce

from mindport.rewrite.element_types import ElementTypes, promoted
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.template import is_atom
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def joined(x: torch.Tensor, i: torch.Tensor, n: int):
    first = torch.zeros(1)
    ids = torch.arange(3)
    a = torch.cat([first, ids, x > 0], dim=0)
    b = torch.stack((ids, ids * 0.5, i.double()), -1)
    return a, b, torch.cat([first, x]), torch.cat([ids, ids + 1]), torch.hstack([x.half(), x.float()])
""",
        """
import mindspore as ms
from mindspore import mint, ops, Tensor


def joined(x: Tensor, i: Tensor, n: int):
    first = mint.zeros(1)
    ids = ops.arange(3)
    a = mint.cat([first, ids.to(ms.float32), (x > 0).to(ms.float32)], dim=0)
    b = ops.stack((ids.to(ms.float64), (ids * 0.5).to(ms.float64), i.double()), -1)
    return a, b, mint.cat([first, x]), mint.cat([ids, ids + 1]), ops.hstack([x.half().to(ms.float32), x.float()])
""",
    ),
]
NOOPS = ["import numpy as np\n\ny = np.concatenate([np.zeros(1), np.arange(3)])\n"]

_JOINING = frozenset(
    f"torch.{one}" for one in ("cat", "concat", "concatenate", "stack", "hstack", "vstack", "dstack", "column_stack")
)


def matches(module: Module) -> Iterator[Match]:
    types: ElementTypes | None = None
    for node in module.source.each(ast.Call):
        if not node.args or module.api(node) not in _JOINING:
            continue
        pieces = node.args[0]
        if not isinstance(pieces, (ast.List, ast.Tuple)) or len(pieces.elts) < 2:
            continue
        types = types or ElementTypes(module)
        found = [types.of(one) for one in pieces.elts]
        if "" in found or len(set(found)) == 1:
            continue
        wanted = reduce(promoted, found)
        if not wanted:
            continue
        name = module.spelling.name(f"mindspore.{'bool_' if wanted == 'bool' else wanted}")
        for one, kind in zip(pieces.elts, found, strict=True):
            if kind != wanted:
                span = module.source.span(one)
                parts = (span, f".to({name})") if is_atom(one) else ("(", span, f").to({name})")
                yield Match((Edit(span, parts, 1),))
