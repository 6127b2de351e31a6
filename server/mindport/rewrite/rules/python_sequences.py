"""``torch.tensor(range(3))`` and ``torch.tensor(deque)``: MindSpore takes lists, tuples and arrays, but no other sequence."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
from collections import deque

import torch

returns = deque()
returns.appendleft(1.0)
x = torch.tensor(returns)
y = torch.tensor(range(3), dtype=torch.long)
backwards = range(len(returns))[::-1]
backwards = torch.tensor(
    backwards, dtype=torch.long
)
""",
        """
from collections import deque

import mindspore as ms

returns = deque()
returns.appendleft(1.0)
x = ms.tensor(list(returns))
y = ms.tensor(list(range(3)), dtype=ms.int64)
backwards = range(len(returns))[::-1]
backwards = ms.tensor(
    list(backwards), dtype=ms.int64
)
""",
    ),
]
NOOPS = ["from collections import deque\n\nfrom shop import tensor\n\nx = tensor(deque([1]))\n"]

_APIS = ("torch.tensor", "torch.as_tensor")
_SEQUENCES = ("range", "deque", "collections.deque")


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Call):
        if node.args and module.api(node.func) in _APIS:
            if _made(module, node.args[0]):
                span = module.source.span(node.args[0])
                yield Match((Edit(span, ("list(", span, ")"), 0),))


def _made(module: Module, node: ast.expr) -> bool:
    """Whether the expression is such a sequence, or a variable whose last value before was one."""
    while isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        node = node.value  # a range as well: a list or a tuple is no such sequence in any case
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) in _SEQUENCES
    if not isinstance(node, ast.Name):
        return False
    scope = module.source.around(node, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module)
    statement = module.source.around(node, ast.stmt)  # which may bind the name anew, on a line before
    before = [
        n
        for n in (ast.walk(scope) if scope is not None else ())
        if isinstance(n, ast.Name)
        and n.id == node.id
        and isinstance(n.ctx, ast.Store)
        and statement is not None
        and n.lineno < statement.lineno
    ]
    parent = module.source.parent(max(before, key=lambda n: n.lineno)) if before else None
    if not isinstance(parent, ast.Assign) or not isinstance(parent.value, (ast.Call, ast.Subscript)):
        return False
    return _made(module, parent.value)
