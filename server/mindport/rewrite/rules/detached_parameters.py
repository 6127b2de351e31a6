"""``p.detach_()`` in a loop: a Parameter is asked for no gradient any more, states come cut off from what they were computed of.

Another value for the loop's variable would leave the teacher's weights to the optimizer, and the states with their past.
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


def forget(state):
    if isinstance(state, torch.Tensor):
        state.detach_()
    else:
        for s in state:
            s.detach_()
    return state
""",
        """
from mindspore import mint, nn, ops, Tensor
from mindport_helpers import deep_copy, detached_each, module_parameters


def teacher_of(model: nn.Cell):
    teacher = deep_copy(model)
    for param in module_parameters(teacher):
        param.requires_grad = False
    state = model(mint.ones(1))
    state = ops.stop_gradient(state)
    return teacher, state


def forget(state):
    if isinstance(state, Tensor):
        state = ops.stop_gradient(state)
    else:
        state = detached_each(state)
    return state
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
            continue
        loop = module.source.parent(node)
        if isinstance(loop, ast.For) and _runs_over_states(module, loop, func.value):
            name = ast.unparse(loop.iter)
            written = f"{name} = {module.spelling.helper('detached_each')}({name})"
            yield Match((Edit(module.source.span(loop), (written,), 0),), frozenset([id(func)]))


def _runs_over_states(module: Module, loop: ast.For, state: ast.expr) -> bool:
    """Whether the loop does nothing but that to each of what a variable holds, and says nothing beside."""
    return (
        len(loop.body) == 1
        and not loop.orelse
        and isinstance(loop.target, ast.Name)
        and isinstance(state, ast.Name)
        and loop.target.id == state.id
        and isinstance(loop.iter, (ast.Name, ast.Attribute))
        and module.analysis.kind_of(loop.iter) != "tensor"
        and "#" not in module.source.text_of(loop)
    )
