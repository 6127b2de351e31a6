"""``Adam([{"params": …, "amsgrad": True}])``: what a group of parameters asks for in place of Adam's own ``eps`` or ``amsgrad``.

MindSpore's Adam takes these and goes on without a word: it has no ``amsgrad``, and another place for ``eps``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.mapping import choosing
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def made(net: torch.nn.Module, head: torch.nn.Module, rate):
    groups = [{"params": net.parameters(), "eps": 1e-4}, {"params": head.parameters()}]
    return torch.optim.Adam(groups, lr=rate)
""",
        """
from mindspore import nn
from mindport_helpers import TorchAdam, with_own_names


def made(net: nn.Cell, head: nn.Cell, rate):
    groups = [{"params": net.trainable_params(), "eps": 1e-4}, {"params": head.trainable_params()}]
    return TorchAdam(with_own_names(groups), lr=rate)
""",
    ),
]
NOOPS = ["groups = [{'params': [], 'eps': 1e-4}]\n"]

_FIRST_VERSION = "2.10"
_OTHERS = ("amsgrad", "eps")
_USUAL = {"amsgrad": False, "eps": 1e-8}


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None or not any(f'"{name}"' in module.source.text.replace("'", '"') for name in _OTHERS):
        return
    if choosing.version_key(module.context.mindspore) < choosing.version_key(_FIRST_VERSION):
        return
    made = [n for n in module.source.each(ast.Call) if module.api(n) == "torch.optim.Adam"]
    if made and any(map(_sets, module.source.each(ast.Dict, ast.Subscript))):
        for call in made:
            name = module.spelling.helper("TorchAdam")
            yield Match((Edit(module.source.span(call.func), (name,)),), frozenset([id(call.func)]))


def _sets(node: ast.AST) -> bool:
    """Whether a group is given one of these: ``{"params": …, "eps": 1e-4}``, ``group["amsgrad"] = True``."""
    if isinstance(node, ast.Dict):
        given = {key.value: value for key, value in zip(node.keys, node.values) if isinstance(key, ast.Constant)}
        return "params" in given and any(name in given and not _is_usual(name, given[name]) for name in _OTHERS)
    if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Store):
        return False
    return isinstance(node.slice, ast.Constant) and node.slice.value in _OTHERS


def _is_usual(name: str, value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value == _USUAL[name]
