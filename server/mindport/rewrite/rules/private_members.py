"""``self._modules`` and ``self._parameters`` of a Module are called ``_cells`` and ``_params`` in a Cell.

The latter hold running statistics too, in MindSpore: what goes over all parameters is given those that torch has.
"""

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
from mindport_helpers import own_parameters


class Stack(nn.Cell):
    def construct(self, x):
        for name in self._cells:
            x = self._cells[name](x)
        return x


def depth(model: nn.Cell):
    return 1 + max((depth(child) for child in model._cells.values()), default=0)


def free(module):
    for name in list(own_parameters(module)):
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
_ALL = frozenset(["items", "keys", "values"])
_OWN = re.compile(r"\b_parameters\b *(?::[^=\n]+)?=[^=]|def _parameters\b")  # classes that have such a thing themselves


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Attribute):
        if node.attr in _NAMES:
            kind = module.analysis.type_of(node.value).kind
            if kind == "module" or (kind == "unknown" and node.attr == "_parameters" and _of_a_module(module)):
                yield Match((_renamed(module, node),), frozenset([id(node)]))


def _renamed(module: Module, node: ast.Attribute) -> Edit:
    around = module.source.parent(node)
    plain = isinstance(around, ast.Subscript) or (isinstance(around, ast.Attribute) and around.attr not in _ALL)
    if node.attr == "_modules" or plain or not isinstance(node.ctx, ast.Load):
        return Edit(attribute_name(module.source, node), (_NAMES[node.attr],))
    helper = module.spelling.helper("own_parameters")
    return Edit(module.source.span(node), (helper + "(", module.source.span(node.value), ")"))


def _of_a_module(module: Module) -> bool:
    """Whether what has ``_parameters`` and is of no known class is a Module: hardly anything else has them."""
    return module.source.imports_torch and _OWN.search(module.source.text) is None
