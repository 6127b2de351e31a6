"""``loss.data[0]``, as the number of a loss was once read, becomes ``loss.item()``: a Tensor without axes has no elements.

That the Tensor has none is known from ``loss.backward()``, which takes no other, from a sum over all, or from a loss of torch's.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch

w = torch.nn.Parameter(torch.ones(3))
loss = w.sum()
loss.backward()
total = loss.data[0]
print("{:.3f}".format(loss.data[0]))
first = w.data[0]
right = (w == 1).sum()
many = right.data[0]
""",
        """
from mindspore import mint, Parameter
from mindport_helpers import accumulate_gradients

w = Parameter(mint.ones(3))
loss = w.sum()
accumulate_gradients(loss)
total = loss.item()
print("{:.3f}".format(loss.item()))
first = w.data[0]
right = (w == 1).sum()
many = right.item()
""",
    ),
]
NOOPS = ["total = loss.data[0]\n"]


def matches(module: Module) -> Iterator[Match]:
    for node, data in numbers(module):
        whole, owner = module.source.span(node), module.source.span(data.value)
        edit = Edit(Span(owner.end, whole.end), (".item()",), 0)
        yield Match((edit,), frozenset([id(data)]))


def numbers(module: Module) -> Iterator[tuple[ast.Subscript, ast.Attribute]]:
    """``loss.data[0]`` and the ``loss.data`` in it."""
    source = module.source
    scalars = {
        (text, _scope(source, node)) for node in source.each(ast.Call, ast.Assign) for text in _shown(module, node)
    }
    for node in source.each(ast.Subscript) if scalars else ():
        if not isinstance(node.ctx, ast.Load):
            continue
        data, index = node.value, node.slice
        if not (isinstance(data, ast.Attribute) and data.attr == "data"):
            continue
        if not (isinstance(index, ast.Constant) and index.value == 0 and type(index.value) is int):
            continue
        if (ast.unparse(data.value), _scope(source, node)) in scalars:
            yield node, data


def _shown(module: Module, node: ast.AST) -> Iterator[str]:
    """Variables that a statement shows to hold a Tensor without axes."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "backward":
        if not node.args:
            yield ast.unparse(node.func.value)
    elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.Call):
        call = node.value
        total = isinstance(call.func, ast.Attribute) and call.func.attr in ("sum", "mean")
        of_all = total and not call.keywords and len(call.args) == (1 if module.api(call) in _TOTALS else 0)
        if of_all or _is_loss(module, call):
            yield ast.unparse(node.targets[0])


_TOTALS = frozenset(["torch.sum", "torch.mean"])


def _is_loss(module: Module, call: ast.Call) -> bool:
    """A call of one of torch's losses, of which old code knows no ``reduction``."""
    found = module.analysis.type_of(call.func)
    return found.kind == "module" and found.name.startswith("torch.nn.") and found.name.endswith("Loss")


def _scope(source: SourceFile, node: ast.AST) -> int:
    """The function that the node stands in, or the module."""
    return id(source.around(node, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
