"""``conv = torch.conv2d`` in a class's body becomes ``conv = staticmethod(conv2d)``: torch's functions are no methods.

What is written in C is not bound to an object that it is read from; what takes its place is Python's, and would be given the
object as its first argument.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

ORDER = 60
EXAMPLES = [
    (
        """
import torch
import torch.nn as nn


class Smooth(nn.Module):
    conv, limit = None, 3
    act = torch.relu

    def forward(self, x):
        return self.act(x)
""",
        """
from mindspore import mint, nn


class Smooth(nn.Cell):
    conv, limit = None, 3
    act = staticmethod(mint.nn.functional.relu)

    def construct(self, x):
        return self.act(x)
""",
    ),
]
NOOPS = ["import math\n\n\nclass Smooth:\n    act = math.tanh\n    size = 3\n"]


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.ClassDef):
        for statement in node.body:
            if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or statement.value is None:
                continue
            value = statement.value
            found = module.findings.get(id(value)) if isinstance(value, (ast.Name, ast.Attribute)) else None
            if found is None or found.row is None or found.row.kind != "function":
                continue
            span = module.source.span(value)
            yield Match((Edit(span, ("staticmethod(", span, ")"), 1),))
