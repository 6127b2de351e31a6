"""``self._modules`` and ``self._parameters`` of a Module are called ``_cells`` and ``_params`` in a Cell."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.arguments import attribute_name
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
from torch import nn


class Stack(nn.Module):
    def forward(self, x):
        for name in self._modules:
            x = self._modules[name](x)
        return x


def depth(model: nn.Module):
    return 1 + max((depth(child) for child in model._modules.values()), default=0)
""",
        """
from mindspore import nn


class Stack(nn.Cell):
    def construct(self, x):
        for name in self._cells:
            x = self._cells[name](x)
        return x


def depth(model: nn.Cell):
    return 1 + max((depth(child) for child in model._cells.values()), default=0)
""",
    ),
]
NOOPS = ["class Loader:\n    def names(self):\n        return list(self._modules)\n"]

_NAMES = {"_modules": "_cells", "_parameters": "_params"}


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Attribute):
        if node.attr in _NAMES:
            if module.analysis.type_of(node.value).kind == "module":
                span = attribute_name(module.source, node)
                yield Match((Edit(span, (_NAMES[node.attr],)),), frozenset([id(node)]))
