"""``p.detach_()`` of a Parameter: it is asked for no gradient any more, and stays what the network has.

Another name for the loop's variable would leave the teacher's weights to the optimizer.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import copy

import torch


def teacher_of(model: torch.nn.Module):
    teacher = copy.deepcopy(model)
    for param in teacher.parameters():
        param.detach_()
    state = model(torch.ones(1))
    state.detach_()
    return teacher, state
""",
        """
from mindspore import mint, nn, ops
from mindport_helpers import deep_copy, module_parameters


def teacher_of(model: nn.Cell):
    teacher = deep_copy(model)
    for param in module_parameters(teacher):
        param.requires_grad = False
    state = model(mint.ones(1))
    state = ops.stop_gradient(state)
    return teacher, state
""",
    ),
]
NOOPS = ["def drop(wagon):\n    wagon.detach_()\n"]


def matches(module: Module) -> Iterator[Match]:
    if ".detach_()" not in module.source.text:
        return
    for node in module.source.each(ast.Expr):
        if not isinstance(node.value, ast.Call):
            continue
        func = node.value.func
        if not isinstance(func, ast.Attribute) or func.attr != "detach_" or module.api(func) != "torch.Tensor.detach_":
            continue
        if module.parameters.has(func.value):
            parts = (module.source.span(func.value), ".requires_grad = False")
            yield Match((Edit(module.source.span(node), parts, 0),), frozenset([id(func)]))
