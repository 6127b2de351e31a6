"""``model.parameters()`` given to an optimizer becomes ``model.trainable_params()``.

MindSpore counts the running statistics of batch norm as parameters, frozen; an optimizer with weight decay would shrink them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.arguments import attribute_name
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
from torch import nn

net = nn.Linear(4, 2)
head = nn.Linear(2, 2)
optimizer = torch.optim.AdamW([{"params": net.parameters(), "lr": 0.1}, {"params": head.parameters()}], lr=0.01)
""",
        """
from mindspore import mint
from mindspore.experimental import optim

net = mint.nn.Linear(4, 2)
head = mint.nn.Linear(2, 2)
optimizer = optim.AdamW([{"params": net.trainable_params(), "lr": 0.1}, {"params": head.trainable_params()}], lr=0.01)
""",
    ),
]
NOOPS = ["class Optimizer:\n    pass\n\n\nOptimizer(net.parameters())\n"]

_API = "torch.nn.Module.parameters"


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None:
        return
    for node in ast.walk(module.source.tree):
        if not isinstance(node, ast.Call) or not (module.api(node.func) or "").startswith("torch.optim."):
            continue
        for value in [*node.args[:1], *(k.value for k in node.keywords if k.arg == "params")]:
            for inner in _whole(value):
                if isinstance(inner.func, ast.Attribute) and module.api(inner.func) == _API and _plain(inner):
                    name = attribute_name(module.source, inner.func)
                    edit = Edit(name, ("trainable_params",), 1)
                    yield Match((edit,), frozenset([id(inner.func), id(inner)]))


def _whole(value: ast.expr) -> Iterator[ast.Call]:
    """Calls that an optimizer takes as they are: the argument itself, parts of a sum, ``params`` of a group."""
    if isinstance(value, ast.Call):
        yield value
        if isinstance(value.func, ast.Name) and value.func.id == "list":
            for argument in value.args:
                yield from _whole(argument)
    elif isinstance(value, ast.BinOp):
        yield from _whole(value.left)
        yield from _whole(value.right)
    elif isinstance(value, (ast.List, ast.Tuple)):
        for item in value.elts:
            yield from _whole(item)
    elif isinstance(value, ast.Dict):
        for item in value.values:
            yield from _whole(item)


def _plain(call: ast.Call) -> bool:
    return not call.args and not call.keywords
