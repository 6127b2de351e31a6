"""einops knows no MindSpore: its functions and layers come from the helpers, which teach it.

``from einops import rearrange`` brings the same function, ``einops.layers.torch.Rearrange`` becomes a Cell.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import statements
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
    bound: dict[str, str] = {}  # local name → helper
    roots: dict[str, ast.Import] = {}  # local name of the package → its import
    for node in module.source.nodes:
        if isinstance(node, ast.ImportFrom) and node.level == 0 and (node.module or "").startswith("einops"):
            found = {
                a: _HELPERS[f"{node.module}.{a.name}"] for a in node.names if f"{node.module}.{a.name}" in _HELPERS
            }
            bound |= {alias.asname or alias.name: helper for alias, helper in found.items()}
            for helper in found.values():
                module.spelling.helper(helper, instead=True)
            if found:
                yield Match((_without(module, node, [a for a in node.names if a not in found]),))
        elif isinstance(node, ast.Import):
            roots |= {a.asname or a.name: node for a in node.names if a.name == "einops"}
    yield from _uses(module, bound)
    for name, statement in roots.items():
        yield from _dotted(module, name, statement)


def _without(module: Module, node: ast.ImportFrom, rest: list[ast.alias]) -> Edit:
    if not rest:
        return statements.removal(module.source, node)
    names = ", ".join(a.name + (f" as {a.asname}" if a.asname else "") for a in rest)
    return Edit(module.source.span(node), (f"from {node.module} import {names}",), 1)


def _uses(module: Module, bound: dict[str, str]) -> Iterator[Match]:
    """Uses of names that the helpers call otherwise."""
    for node in module.source.nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and bound.get(node.id, node.id) != node.id:
            yield Match((Edit(module.source.span(node), (bound[node.id],)),))


def _dotted(module: Module, name: str, statement: ast.Import) -> Iterator[Match]:
    """``einops.rearrange(…)`` after ``import einops``; the import goes if nothing else needs it."""
    others = False
    for node in module.source.nodes:
        if not isinstance(node, ast.Name) or node.id != name or not isinstance(node.ctx, ast.Load):
            continue
        parent = module.source.parent(node)
        helper = _HELPERS.get(f"einops.{parent.attr}") if isinstance(parent, ast.Attribute) else None
        if helper is None or parent is None:
            others = True
            continue
        yield Match((Edit(module.source.span(parent), (module.spelling.helper(helper),)),))
    if not others and len(statement.names) == 1:
        yield Match((statements.removal(module.source, statement),))
