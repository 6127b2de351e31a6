"""``getattr(index, ("cpu", "cuda")[x.is_cuda])()``: moving between devices, by the name of the method, comes to nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def reversed_rows(x):
    places = getattr(torch.arange(x.size(0) - 1, -1, -1), ("cpu", "cuda")[x.is_cuda])()
    moved = getattr(torch.ones(3) + 1, ("cpu", "cuda")[x.is_cuda])() * 2
    return x[places.long()], moved, getattr(x, "cuda" if torch.cuda.is_available() else "cpu")()
""",
        """
from mindspore import mint, ops


def reversed_rows(x):
    places = ops.arange(x.shape[0] - 1, -1, -1)
    moved = (mint.ones(3) + 1) * 2
    return x[places.long()], moved, x
""",
    ),
]
NOOPS = [
    "def moved(x, name):\n    return getattr(x, name)()\n",
    "def moved(x, kinds):\n    return getattr(x, ('cpu', 'gpu')[kinds.is_cuda])()\n",
    "def moved(x, kinds):\n    return getattr(x, ('cpu', 'cuda')[kinds.pop()])()\n",
]
_METHODS = frozenset(["cpu", "cuda"])
_PURE = (ast.Name, ast.Attribute, ast.Constant, ast.UnaryOp, ast.Not, ast.Load)


def matches(module: Module) -> Iterator[Match]:
    if "getattr(" not in module.source.text or "cuda" not in module.source.text:
        return
    for node in module.source.each(ast.Call):
        if not node.args and not node.keywords and isinstance(node.func, ast.Call):
            asked = node.func
            if (
                isinstance(asked.func, ast.Name)
                and asked.func.id == "getattr"
                and len(asked.args) == _OBJECT_AND_NAME
                and module.analysis.type_of(asked.args[0]).kind in ("tensor", "module")
                and _is_device(module, asked.args[1])
            ):
                inner = frozenset(id(one) for one in ast.walk(asked.args[1]))
                moved = module.source.span(asked.args[0])
                whole = isinstance(asked.args[0], (ast.Name, ast.Attribute, ast.Call, ast.Subscript))
                written = (moved,) if whole else ("(", moved, ")")
                yield Match((Edit(module.source.span(node), written),), inner)


_OBJECT_AND_NAME = 2


def _is_device(module: Module, name: ast.expr) -> bool:
    """Whether it is the name of a move, whichever is chosen, and choosing does nothing else."""
    if isinstance(name, ast.IfExp):
        choices, test = [name.body, name.orelse], name.test
    elif isinstance(name, ast.Subscript) and isinstance(name.value, (ast.Tuple, ast.List)):
        choices, test = name.value.elts, name.slice
    else:
        return False
    return all(isinstance(one, ast.Constant) and one.value in _METHODS for one in choices) and (
        all(isinstance(one, _PURE) for one in ast.walk(test))
        or (isinstance(test, ast.Call) and module.api(test.func) == "torch.cuda.is_available")
    )
