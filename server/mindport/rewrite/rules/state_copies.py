"""``net.state_dict()[name].copy_(value)`` writes ``data``: what torch keeps in a state asks for no gradients.

MindSpore's state holds the Parameters themselves, and refuses to write into them while gradients are recorded.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)

    def load_param(self, kept):
        for name in kept:
            self.state_dict()[name].copy_(kept[name])


def load(net: nn.Module, kept):
    own = net.state_dict()
    for name, value in kept.items():
        own[name].copy_(value)
        own[name].data.copy_(value.data)
""",
        """
from mindspore import mint, nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = mint.nn.Linear(3, 2)

    def load_param(self, kept):
        for name in kept:
            self.state_dict()[name].data.copy_(kept[name])


def load(net: nn.Cell, kept):
    own = net.state_dict()
    for name, value in kept.items():
        own[name].data.copy_(value)
        own[name].data.copy_(value.data)
""",
    ),
]
NOOPS = ["def load(shop, kept):\n    shop.state_dict()['a'].copy_(kept)\n"]


def matches(module: Module) -> Iterator[Match]:
    if ".state_dict()" not in module.source.text or ".copy_(" not in module.source.text:
        return
    for node in module.source.each(ast.Call):
        func = node.func
        if not isinstance(func, ast.Attribute) or func.attr != "copy_" or not isinstance(func.value, ast.Subscript):
            continue
        if _is_state(module, func.value.value):
            end = module.source.span(func.value).end
            yield Match((Edit(Span(end, end), (".data",)),))


def _is_state(module: Module, node: ast.expr) -> bool:
    if isinstance(node, ast.Name):
        scope = names.scope_of(module.source, node)
        values = names.values_at(module.source, scope, node.id, node)[0] if scope is not None else []
        return bool(values) and all(isinstance(one, ast.Call) and _is_state(module, one) for one in values)
    if not isinstance(node, ast.Call) or node.args or node.keywords or not isinstance(node.func, ast.Attribute):
        return False
    return module.api(node.func) == "torch.nn.Module.state_dict"
