"""einops knows no MindSpore: its functions and layers come from the helpers, which teach it.

``from einops import rearrange`` brings the same function, ``einops.layers.torch.Rearrange`` becomes a Cell.
"""

from __future__ import annotations

from collections.abc import Iterator

from mindport.rewrite import library_names
from mindport.rewrite.rule import Match, Module

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
    yield from library_names.dotted(module, "einops", _HELPERS)
