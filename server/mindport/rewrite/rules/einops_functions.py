"""einops knows no MindSpore: its functions and layers come from the helpers, which teach it.

``from einops import rearrange`` brings the same function, ``einops.layers.torch.Rearrange`` becomes a Cell.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import library_names, statements
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
from torch import nn
from einops import rearrange, repeat
from einops.layers.torch import Rearrange


class Patches(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.to_patches = Rearrange("b c (h p) (w q) -> b (h w) (p q c)", p=size, q=size)

    def forward(self, x):
        return rearrange(self.to_patches(x), "b n d -> b d n")
""",
        """
from mindspore import nn
from mindport_helpers import EinopsRearrange, rearrange, repeat


class Patches(nn.Cell):
    def __init__(self, size):
        super().__init__()
        self.to_patches = EinopsRearrange("b c (h p) (w q) -> b (h w) (p q c)", p=size, q=size)

    def construct(self, x):
        return rearrange(self.to_patches(x), "b n d -> b d n")
""",
    ),
]
NOOPS = ["from einops import rearrange\n\nprint(rearrange)\n"]

_FUNCTIONS = {name: name for name in ("rearrange", "repeat", "reduce", "pack", "unpack")} | {"einsum": "einops_einsum"}
_LAYERS = {"Rearrange": "EinopsRearrange", "Reduce": "EinopsReduce"}
_HELPERS = {f"einops.{name}": helper for name, helper in _FUNCTIONS.items()} | {
    f"einops.layers.torch.{name}": helper for name, helper in _LAYERS.items()
}


def matches(module: Module) -> Iterator[Match]:
    if "einops" not in module.source.text:
        return
    yield from library_names.imported(module, "einops", _HELPERS)
    roots: dict[str, ast.Import] = {}  # local name of the package → its import
    for node in module.source.each(ast.Import):
        roots |= {a.asname or a.name: node for a in node.names if a.name == "einops"}
    for name, statement in roots.items():
        yield from _dotted(module, name, statement)


def _dotted(module: Module, name: str, statement: ast.Import) -> Iterator[Match]:
    """``einops.rearrange(…)`` after ``import einops``; the import goes if nothing else needs it."""
    others = False
    for node in module.source.each(ast.Name):
        if node.id != name or not isinstance(node.ctx, ast.Load):
            continue
        parent = module.source.parent(node)
        helper = _HELPERS.get(f"einops.{parent.attr}") if isinstance(parent, ast.Attribute) else None
        if helper is None or parent is None:
            others = True
            continue
        yield Match((Edit(module.source.span(parent), (module.spelling.helper(helper),)),))
    if not others and len(statement.names) == 1:
        yield Match((statements.removal(module.source, statement),))
