"""``self._modules`` and ``self._parameters`` of a Module are called ``_cells`` and ``_params`` in a Cell."""

from __future__ import annotations

import ast
import re
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


def free(module):
    for name in list(module._parameters):
        module.register_buffer(name + "_mean", module._parameters.pop(name).detach() * 0)
""",
        """
from mindspore import nn, ops


class Stack(nn.Cell):
    def construct(self, x):
        for name in self._cells:
            x = self._cells[name](x)
        return x


def depth(model: nn.Cell):
    return 1 + max((depth(child) for child in model._cells.values()), default=0)


def free(module):
    for name in list(module._params):
        module.register_buffer(name + "_mean", ops.stop_gradient(module._params.pop(name)) * 0)
""",
    ),
]
NOOPS = [
    "class Loader:\n    def names(self):\n        return list(self._modules)\n",
    "class Plan:\n    def __init__(self):\n        self._parameters = {}\n\n\n"
    "def names(plan):\n    return list(plan._parameters)\n",
    "def names(plan):\n    return list(plan._modules)\n",
]

_NAMES = {"_modules": "_cells", "_parameters": "_params"}
_OWN = re.compile(r"\b_parameters\b *(?::[^=\n]+)?=[^=]|def _parameters\b")  # classes that have such a thing themselves


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Attribute):
        if node.attr in _NAMES:
            kind = module.analysis.type_of(node.value).kind
            if kind == "module" or (kind == "unknown" and node.attr == "_parameters" and _of_a_module(module)):
                span = attribute_name(module.source, node)
                yield Match((Edit(span, (_NAMES[node.attr],)),), frozenset([id(node)]))


def _of_a_module(module: Module) -> bool:
    """Whether what has ``_parameters`` and is of no known class is a Module: hardly anything else has them."""
    return module.source.imports_torch and _OWN.search(module.source.text) is None
