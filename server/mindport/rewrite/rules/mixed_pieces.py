"""``torch.cat([ids, weights])`` of several element types: torch promotes the pieces, MindSpore raises.

Where the function shows the types of all pieces, those of another type than the result's are cast. MindSpore stacks no Parameter
on what is none.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import reduce

from mindport.rewrite import held_names as names
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
    (
        """
import torch
from torch import nn

w = nn.Parameter(torch.ones(2))
leaf = torch.ones(2, requires_grad=True)
both = torch.stack([w, torch.zeros(2)])
same = torch.stack([w, w])
made = torch.stack([leaf, leaf * 2])
""",
        """
from mindspore import mint, ops, Parameter

w = Parameter(mint.ones(2))
leaf = Parameter(mint.ones(2))
both = ops.stack([w.value(), mint.zeros(2)])
same = ops.stack([w, w])
made = ops.stack([leaf.value(), leaf * 2])
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
        yield from _valued(module, node, pieces.elts)
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


def _valued(module: Module, call: ast.Call, pieces: list[ast.expr]) -> Iterator[Match]:
    if module.api(call) != "torch.stack" or any(isinstance(one, ast.Starred) for one in pieces):
        return
    held = [_is_parameter(module, one) for one in pieces]
    if any(held) and not all(held):
        for one, is_parameter in zip(pieces, held, strict=True):
            if is_parameter and isinstance(one, (ast.Name, ast.Attribute)):
                span = module.source.span(one)
                yield Match((Edit(span, (span, ".value()"), 1),))


def _is_parameter(module: Module, node: ast.expr) -> bool:
    if module.parameters.has(node) or module.api(node) == "torch.nn.Parameter":
        return True
    scope = names.scope_of(module.source, node) if isinstance(node, ast.Name) else None
    if scope is None or not isinstance(node, ast.Name):
        return False
    values = names.values_at(module.source, scope, node.id, node)[0]
    return bool(values) and all(isinstance(one, ast.expr) and one is not node and _made(module, one) for one in values)


def _made(module: Module, value: ast.expr) -> bool:
    if module.parameters.has(value):
        return True
    if not isinstance(value, ast.Call):
        return False
    # ``torch.ones(3, requires_grad=True)`` becomes one.
    leaf = any(one.arg == "requires_grad" and getattr(one.value, "value", None) is True for one in value.keywords)
    return module.api(value) == "torch.nn.Parameter" or leaf and module.api(value) is not None
