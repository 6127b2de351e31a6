"""``conv.stride = (1, 1)``, ``conv.dilation = 2``, ``conv.padding = 2`` of a layer that is there: MindSpore's goes on computing
with what it was built with, so a helper builds its operation again.

The helper sets the attribute alone where the object proves to be another layer.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
from torch import nn


def dilate(net: nn.Module, rate):
    for m in net.modules():
        if isinstance(m, nn.Conv2d):
            m.stride = (1, 1)  # as large as before
            m.dilation = (rate, rate)
            m.padding = 1, 2


def no_stride(m, rate):
    if m.__class__.__name__.find("Conv") != -1:
        m.dilation = (rate // 2, rate // 2)
""",
        """
from mindspore import nn
from mindport_helpers import set_convolution


def dilate(net: nn.Cell, rate):
    for m in (cell for _, cell in net.cells_and_names()):
        if isinstance(m, nn.Conv2d):
            set_convolution(m, "stride", (1, 1))  # as large as before
            set_convolution(m, "dilation", (rate, rate))
            set_convolution(m, "padding", (1, 2))


def no_stride(m, rate):
    if m.__class__.__name__.find("Conv") != -1:
        set_convolution(m, "dilation", (rate // 2, rate // 2))
""",
    ),
]
NOOPS = [
    'def f(m):\n    if "Conv" in m.kind:\n        m.stride = 2\n',
]

_MEMBERS = frozenset(["stride", "dilation", "padding"])
_CONVOLUTION = "torch.nn.Conv2d"


def matches(module: Module) -> Iterator[Match]:
    if not module.source.imports_torch or "Conv" not in module.source.text:
        return
    for node in module.source.each(ast.Assign):
        target = node.targets[0]
        if len(node.targets) != 1 or not isinstance(target, ast.Attribute) or target.attr not in _MEMBERS:
            continue
        if _is_convolution(module, target):
            span = module.source.span
            bare = isinstance(node.value, ast.Tuple) and module.source.text[span(node.value).start] != "("
            value = ("(", span(node.value), ")") if bare else (span(node.value),)
            parts = (
                f"{module.spelling.helper('set_convolution')}(",
                span(target.value),
                f', "{target.attr}", ',
                *value,
                ")",
            )
            yield Match((Edit(span(node), parts, 0),), handled=frozenset([id(target)]))


def _is_convolution(module: Module, target: ast.Attribute) -> bool:
    """Whether the owner is, or may be, a convolution over two axes."""
    return _CONVOLUTION in module.analysis.type_of(target.value).name.split("|")
