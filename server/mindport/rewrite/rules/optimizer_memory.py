"""``optimizer.state = defaultdict(dict)``: MindSpore keeps momentum elsewhere, in Parameters, which are set back."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
from collections import defaultdict

import torch


def restart(model: torch.nn.Module, again: bool):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    optimizer.state = defaultdict(dict)
    if again:
        optimizer.state.clear()
    return optimizer
""",
        """
from mindspore import nn
from mindport_helpers import TorchAdam, reset_optimizer


def restart(model: nn.Cell, again: bool):
    optimizer = TorchAdam(model.trainable_params(), lr=0.1)
    reset_optimizer(optimizer)
    if again:
        reset_optimizer(optimizer)
    return optimizer
""",
    ),
]
NOOPS = [
    "class Machine:\n    def restart(self):\n        self.state = {}\n        self.state.clear()\n",
    "from mindspore.experimental import optim\n\n\nclass Own(optim.Optimizer):\n"
    "    def restart(self):\n        self.state = {}\n",
]

_EMPTY = ("{}", "dict()", "defaultdict(dict)", "collections.defaultdict(dict)")
_STATE = "torch.optim.Optimizer.state"


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Assign, ast.Expr):
        held: ast.expr | None = None
        if isinstance(node, ast.Assign):
            if len(node.targets) == 1 and ast.unparse(node.value) in _EMPTY:
                held = node.targets[0]
        elif isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
            held = node.value.func.value if node.value.func.attr == "clear" else None
        if not isinstance(held, ast.Attribute) or held.attr != "state" or module.certain_api(held) != _STATE:
            continue
        if isinstance(held.value, ast.Name) and held.value.id == "self":
            continue  # a class of one's own keeps its memory there
        name = module.spelling.helper("reset_optimizer")
        edit = Edit(module.source.span(node), (name, "(", module.source.span(held.value), ")"))
        yield Match((edit,), frozenset([id(held)]))
