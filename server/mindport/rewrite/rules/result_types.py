"""Types of results: ``torch.ldexp`` of half precision is half, ``torch.copysign`` promotes; MindSpore gives other types.

``torch.cov`` of half precision is half too, and ``torch.diagonal_scatter`` keeps the type of its first tensor. Only where the
function shows the types.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.element_types import FLOATS, NARROW, WHOLE, ElementTypes, promoted
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.template import is_atom
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


def parts(x: torch.Tensor, y: torch.Tensor, n: torch.Tensor):
    h = x.half()
    w = x.float()
    k = n.long()
    a = torch.ldexp(h, k) + torch.ldexp(w, k)
    b = torch.copysign(h, w), h.copysign(h), torch.copysign(w, 2.0)
    c = torch.diagonal_scatter(h, w[0]), k.diagonal_scatter(y), torch.diagonal_scatter(w, w[0] * 2)
    return a, b, c, torch.cov(h), torch.cov(w), torch.ldexp(x, n)
""",
        """
import mindspore as ms
from mindspore import ops, Tensor


def parts(x: Tensor, y: Tensor, n: Tensor):
    h = x.half()
    w = x.float()
    k = n.long()
    a = ops.ldexp(h, k).to(ms.float16) + ops.ldexp(w, k)
    b = ops.copysign(h, w).to(ms.float32), h.copysign(h), ops.copysign(w, 2.0)
    c = ops.diagonal_scatter(h, w[0].to(ms.float16)), k.diagonal_scatter(y.to(ms.int64), 0), ops.diagonal_scatter(w, w[0] * 2)
    return a, b, c, ops.cov(h).to(ms.float16), ops.cov(w), ops.ldexp(x, n)
""",
    ),
]
NOOPS = ["import numpy as np\n\n\ndef f(x, k):\n    return np.ldexp(x, k), np.cov(x)\n"]


def matches(module: Module) -> Iterator[Match]:
    types: ElementTypes | None = None
    for node in module.source.each(ast.Call):
        api = module.api(node)
        owner, _, leaf = (api or "").rpartition(".")
        if owner not in ("torch", "torch.Tensor") or leaf not in ("ldexp", "cov", "copysign", "diagonal_scatter"):
            continue
        method = owner == "torch.Tensor" and isinstance(node.func, ast.Attribute)
        of = [node.func.value, *node.args] if method and isinstance(node.func, ast.Attribute) else node.args
        if not of or any(isinstance(one, ast.Starred) for one in of):
            continue
        types = types or ElementTypes(module)
        own = types.of(of[0])
        other = types.kind(of[1]) if len(of) > 1 else ""
        if leaf == "diagonal_scatter":
            if len(of) > 1 and own and (other != own if other else own != "float32"):
                yield _cast(module, of[1], own)
        elif wanted := _wanted(leaf, own, other):
            yield _cast(module, node, wanted)


def _wanted(leaf: str, own: str, other: str) -> str:
    """The type that MindSpore does not give of its own accord."""
    if leaf == "cov":
        return own if own in NARROW else ""
    if leaf == "ldexp":
        whole = other in WHOLE or other == "number:int" or other == own
        return own if own in NARROW and whole else ""
    wider = promoted(own, other) if own in FLOATS and other else ""
    return wider if wider in FLOATS and wider != own else ""


def _cast(module: Module, node: ast.expr, kind: str) -> Match:
    span = module.source.span(node)
    name = module.spelling.name(f"mindspore.{'bool_' if kind == 'bool' else kind}")
    parts: tuple[str | Span, ...] = (span, f".to({name})") if is_atom(node) else ("(", span, f").to({name})")
    return Match((Edit(span, parts, 1),))
