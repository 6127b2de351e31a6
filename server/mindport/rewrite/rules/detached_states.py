"""``for s in state: s.detach_()`` gives the variable states that are cut off from what they were computed of.

Another value for the loop's variable would leave them as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch

kept = [torch.ones(2)]


def forget(state):
    if isinstance(state, torch.Tensor):
        state.detach_()
    else:
        for s in state:
            s.detach_()
    for s in kept:
        s.detach_()
    return state
""",
        """
from mindspore import mint, ops, Tensor
from mindport_helpers import detached_each

kept = [mint.ones(2)]


def forget(state):
    if isinstance(state, Tensor):
        state = ops.stop_gradient(state)
    else:
        state = detached_each(state)
    for s in kept:
        s = ops.stop_gradient(s)
    return state
""",
    ),
]
NOOPS = ["def drop(wagons):\n    for wagon in wagons:\n        wagon.detach_()\n"]


def matches(module: Module) -> Iterator[Match]:
    if ".detach_()" not in module.source.text:
        return
    for loop in module.source.each(ast.For):
        func = _detached(loop)
        if func is None or module.api(func) != "torch.Tensor.detach_" or module.parameters.has(func.value):
            continue
        if _may_be_bound(module, loop.iter) and "#" not in module.source.text_of(loop):
            name = ast.unparse(loop.iter)
            written = f"{name} = {module.spelling.helper('detached_each')}({name})"
            yield Match((Edit(module.source.span(loop), (written,), 0),), frozenset([id(func)]))


def _detached(loop: ast.For) -> ast.Attribute | None:
    """``s.detach_``, where that is all that the loop does."""
    statement = loop.body[0]
    if len(loop.body) != 1 or loop.orelse or not isinstance(loop.target, ast.Name):
        return None
    call = statement.value if isinstance(statement, ast.Expr) else None
    func = call.func if isinstance(call, ast.Call) else None
    if not isinstance(func, ast.Attribute) or func.attr != "detach_" or not isinstance(func.value, ast.Name):
        return None
    return func if func.value.id == loop.target.id else None


def _may_be_bound(module: Module, states: ast.expr) -> bool:
    """Whether a value may be given to it there: an attribute, or a variable of the function itself."""
    if module.analysis.kind_of(states) == "tensor" or not isinstance(states, (ast.Name, ast.Attribute)):
        return False
    scope = names.scope_of(module.source, states)
    if isinstance(states, ast.Attribute) or not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return scope is not None
    given = any(isinstance(one, ast.arg) and one.arg == states.id for one in ast.walk(scope.args))
    return given or bool(names.bindings_of(module.source, scope, states.id))
