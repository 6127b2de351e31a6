"""A Module's ``__getattr__`` that hands on to a part says first that the part itself is not there yet.

``return getattr(self.inner, name)`` asks for ``inner``, which is found by ``__getattr__`` as all Cells are. torch's Module
asks for nothing before the part is set; Cell's constructor asks for ``bprop``, and the method would call itself without end.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn


class Wrapped(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.inner, name)
""",
        """
from mindspore import nn


class Wrapped(nn.Cell):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            if name == 'inner':
                raise
            return getattr(self.inner, name)
""",
    ),
]
NOOPS = [
    "class Wrapped:\n    def __getattr__(self, name):\n        return getattr(self.inner, name)\n",
    "from mindspore import nn\n\n\nclass Wrapped(nn.Cell):\n    def __getattr__(self, name):\n        try:\n"
    "            return super().__getattr__(name)\n        except AttributeError:\n            if name == 'inner':\n"
    "                raise\n            return getattr(self.inner, name)\n",
]


def matches(module: Module) -> Iterator[Match]:
    for found in module.analysis.modules:
        for statement in found.node.body:
            if isinstance(statement, ast.FunctionDef) and statement.name == "__getattr__":
                if len(statement.args.args) == 2:
                    yield from _guarded(module, statement)


def _guarded(module: Module, function: ast.FunctionDef) -> Iterator[Match]:
    itself, name = (one.arg for one in function.args.args)
    asked: set[str] = set()
    for node in ast.walk(function):
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name) or node.value.id != itself:
            continue
        if node.attr.startswith("_") or node.attr in asked or _is_tested(function, node.attr):
            continue
        around = module.source.around(node, ast.stmt)
        if around is None or around.lineno == function.body[0].lineno:
            continue
        asked.add(node.attr)
        indent = " " * around.col_offset
        within = isinstance(module.source.parent(around), ast.ExceptHandler)
        error = "raise" if within else f"raise AttributeError({name})"
        start = module.source.span(around).start
        yield Match((Edit(Span(start, start), (f"if {name} == {node.attr!r}:\n{indent}    {error}\n{indent}",)),))


def _is_tested(function: ast.FunctionDef, attribute: str) -> bool:
    """Whether the method asks for the name as such already."""
    compared = [node for node in ast.walk(function) if isinstance(node, ast.Compare)]
    return any(isinstance(n, ast.Constant) and n.value == attribute for c in compared for n in ast.walk(c))
