"""``torch.tensor(x, requires_grad=True).float()``: the cast is in the graph of every step, which MindSpore frees with the first.

torch keeps nothing for a cast and goes back through it again and again. Nobody holds the tensor before the cast, so the gradient
may as well be asked of the one behind it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch

x = torch.tensor([1, 2], dtype=torch.float64, requires_grad=True).float().to("cpu")
y = torch.ones(2, requires_grad=True).to("cpu")
""",
        """
import mindspore as ms
from mindspore import mint, ops, Parameter

x = Parameter(ops.stop_gradient(Parameter(ms.tensor([1, 2], dtype=ms.float64)).float()))
y = Parameter(mint.ones(2))
""",
    ),
]
NOOPS = ["def cast(x):\n    return x(requires_grad=True).float()\n"]

_CASTS = frozenset(["float", "double", "half", "type"])
_PASSING = _CASTS | {"to", "cuda", "cpu"}


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.nodes:
        if type(node) is not ast.Call or type(node.func) is not ast.Attribute or node.func.attr not in _PASSING:
            continue
        above = module.source.parent(node)
        if isinstance(above, ast.Attribute) and above.attr in _PASSING:
            continue
        if is_leaf(module, node) and _is_cast(module, node):
            span = module.source.span(node)
            opening = "{}({}(".format(
                *map(module.spelling.name, ("mindspore.Parameter", "mindspore.ops.stop_gradient"))
            )
            yield Match((Edit(span, (opening, span, "))"), 1),))


def is_leaf(module: Module, value: ast.expr) -> bool:
    """Whether a torch function, no Parameter, is told to ask for the gradient of what it makes, cast or moved at once or not."""
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in _PASSING:
        value = value.func.value
    if not isinstance(value, ast.Call) or (module.api(value) or "torch.nn.").startswith("torch.nn."):
        return False
    asked = [k.value for k in value.keywords if k.arg == "requires_grad"]
    return any(not isinstance(one, ast.Constant) or one.value is True for one in asked)


def _is_cast(module: Module, value: ast.expr) -> bool:
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in _PASSING:
        given = [*value.args, *(k.value for k in value.keywords)]
        if value.func.attr in _CASTS or any((module.api(one) or "").startswith("torch.float") for one in given):
            return True
        value = value.func.value
    return False
