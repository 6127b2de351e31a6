"""A Module's ``extra_repr`` becomes the Cell's ``extend_repr``: what is printed of a layer asks for that."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.arguments import attribute_name
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn


class Scale(nn.Linear):
    def extra_repr(self) -> str:
        return f"{super().extra_repr()}, scaled"


class Twice(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = Scale(2, 2)

    def forward(self, x):
        return self.scale(self.scale(x))

    def extra_repr(self):
        return "twice " + self.scale.extra_repr()
""",
        """
from mindspore import mint, nn


class Scale(mint.nn.Linear):
    def extend_repr(self) -> str:
        return f"{super().extend_repr()}, scaled"


class Twice(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = Scale(2, 2)

    def construct(self, x):
        return self.scale(self.scale(x))

    def extend_repr(self):
        return "twice " + self.scale.extend_repr()
""",
    ),
]
NOOPS = ["class Car:\n    def extra_repr(self):\n        return 'car'\n"]

_NAME = "extra_repr"


def matches(module: Module) -> Iterator[Match]:
    if _NAME not in module.source.text:
        return
    for found in module.analysis.modules:
        for statement in found.node.body:
            if isinstance(statement, ast.FunctionDef) and statement.name == _NAME:
                start = module.source.lines.offset(statement.lineno, 1) + len("def")
                start = module.source.text.index(_NAME, start)
                yield Match((Edit(Span(start, start + len(_NAME)), ("extend_repr",)),))
    own = {id(n) for found in module.analysis.modules for n in ast.walk(found.node)}
    for node in module.source.each(ast.Attribute):
        if node.attr == _NAME and _is_layers(module, node, id(node) in own):
            yield Match((Edit(attribute_name(module.source, node), ("extend_repr",)),), frozenset([id(node)]))


def _is_layers(module: Module, node: ast.Attribute, within: bool) -> bool:
    owner = node.value
    if within and isinstance(owner, ast.Name) and owner.id == "self":
        return True
    if isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id == "super":
        return within
    return module.analysis.type_of(owner).kind in ("module", "module_class")
