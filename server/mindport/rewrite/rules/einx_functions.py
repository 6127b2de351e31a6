"""einx knows no MindSpore: what it has that works element by element comes from the helpers.

Its other functions stay, and refuse MindSpore's tensors when they are called.
"""

from __future__ import annotations

from collections.abc import Iterator

from mindport.rewrite import library_names
from mindport.rewrite.rule import Match, Module

EXAMPLES = [
    (
        """
import einx
import torch
from einx import where


def mask_of(lengths, x):
    mask = einx.less("j, i -> i j", torch.arange(x.shape[1]), lengths)
    return where("b n, b n d, -> b n d", mask, x, 0.)
""",
        """
from mindspore import ops
from mindport_helpers import einx_less, einx_where


def mask_of(lengths, x):
    mask = einx_less("j, i -> i j", ops.arange(x.shape[1]), lengths)
    return einx_where("b n, b n d, -> b n d", mask, x, 0.)
""",
    ),
]
NOOPS = ["import einx\n\nprint(einx.rearrange)\n", "from einx import less\n\nprint(less)\n"]

_NAMES = (
    *("add", "subtract", "multiply", "divide", "where"),
    *("less", "greater", "less_equal", "greater_equal", "equal", "not_equal"),
)
_HELPERS = {f"einx.{name}": f"einx_{name}" for name in _NAMES}


def matches(module: Module) -> Iterator[Match]:
    if "einx" not in module.source.text:
        return
    yield from library_names.imported(module, "einx", _HELPERS)
    yield from library_names.dotted(module, "einx", _HELPERS)
