"""``[state.detach() for state in states]`` becomes a tuple in files with an LSTM: MindSpore's takes its states as tuples only."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch
from torch import nn

lstm = nn.LSTM(4, 8)


def forget(states: list[torch.Tensor]):
    return [state.detach() for state in states]
""",
        """
from mindspore import nn, ops, Tensor

lstm = nn.LSTM(4, 8)


def forget(states: list[Tensor]):
    return tuple(ops.stop_gradient(state) for state in states)
""",
    ),
]
NOOPS = ["def forget(states):\n    return [state.detach() for state in states]\n"]

_DETACHING = frozenset(["torch.Tensor.detach", "torch.Tensor.detach_", "torch.Tensor.data", "torch.Tensor.clone"])


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None or not any(f.use.api == "torch.nn.LSTM" for f in module.findings.values()):
        return
    for node in module.source.each(ast.ListComp):
        if len(node.generators) == 1 and _detaches(module, node):
            span = module.source.span(node)
            yield Match((Edit(span, ("tuple(", Span(span.start + 1, span.end - 1), ")"), 0),))


def _detaches(module: Module, comp: ast.ListComp) -> bool:
    """Whether the list holds the states that it runs over, without their history."""
    one = comp.elt
    while isinstance(one, ast.Call) or (isinstance(one, ast.Attribute) and module.api(one) in _DETACHING):
        if isinstance(one, ast.Call):
            if module.api(one) not in _DETACHING or one.args or one.keywords:
                return False
            one = one.func
        else:
            one = one.value
    target = comp.generators[0].target
    return one is not comp.elt and isinstance(one, ast.Name) and isinstance(target, ast.Name) and one.id == target.id
