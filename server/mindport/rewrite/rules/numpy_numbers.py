"""``x[order[0]]`` with one number of a NumPy array ``order``: MindSpore's tensors are indexed by Python's numbers, not NumPy's.

What is known to be an array as a whole is left to the rule for NumPy's indices.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.semantics.types import NUMPY
from mindport.text import Edit

EXAMPLES = [
    (
        """
import numpy as np
import torch

x = torch.zeros(8, 2)
places = np.random.choice(8, size=3, replace=False)
x[places[0], 1] = 1
for i in np.random.permutation(8):
    x[i] = x[i] + 1
""",
        """
import numpy as np
from mindspore import mint

x = mint.zeros((8, 2))
places = np.random.choice(8, size=3, replace=False)
x[places[0].tolist(), 1] = 1
for i in np.random.permutation(8):
    x[i.tolist()] = x[i.tolist()] + 1
""",
    ),
]
NOOPS = ["import numpy as np\n\nplaces = np.arange(8)\nnames = list('abcdefgh')\nprint(names[places[0]])\n"]


def matches(module: Module) -> Iterator[Match]:
    text = module.source.text
    if module.source.tree is None or "numpy" not in text:
        return
    arrays = {n.local for n in module.analysis.bindings.names() if n.qualified == "numpy"}
    for node in module.source.nodes:
        if not isinstance(node, ast.Subscript) or module.analysis.type_of(node.value).kind != "tensor":
            continue
        for index in node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]:
            found = module.analysis.type_of(index)
            if found.kind != "ndarray" and found != NUMPY and _is_numpy_number(module, index, arrays):
                span = module.source.span(index)
                yield Match((Edit(span, (span, ".tolist()"), 0),))


def _is_numpy_number(module: Module, node: ast.expr, numpy: set[str]) -> bool:
    """Whether the expression is one item of an array."""
    if isinstance(node, ast.Subscript):
        return not isinstance(node.slice, (ast.Slice, ast.Tuple)) and _is_array(module, node.value, numpy)
    if not isinstance(node, ast.Name):
        return False
    loop = _bound_by(module, node)
    return isinstance(loop, ast.For) and _is_array(module, loop.iter, numpy)


def _is_array(module: Module, node: ast.expr, numpy: set[str]) -> bool:
    if module.analysis.type_of(node).kind == "ndarray":
        return True
    if isinstance(node, ast.Name):
        bound = _bound_by(module, node)
        return isinstance(bound, ast.Assign) and _is_call_of(bound.value, numpy)
    return _is_call_of(node, numpy)


def _is_call_of(node: ast.expr, numpy: set[str]) -> bool:
    while isinstance(node, (ast.Call, ast.Attribute)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return isinstance(node, ast.Name) and node.id in numpy


def _bound_by(module: Module, name: ast.Name) -> ast.stmt | None:
    """The one statement of the function that gives the name a value."""
    scope: ast.AST | None = name
    while scope is not None and not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module)):
        scope = module.source.parent(scope)
    found: list[ast.AST | None] = []
    for node in ast.walk(scope) if scope is not None else ():
        if isinstance(node, ast.Name) and node.id == name.id and isinstance(node.ctx, ast.Store):
            found.append(module.source.parent(node))
        elif isinstance(node, ast.arg) and node.arg == name.id:
            return None
    return found[0] if len(found) == 1 and isinstance(found[0], ast.stmt) else None
