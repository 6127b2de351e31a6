"""``grad(loss)(weights, x)`` where a network is called with other weights: MindSpore's own takes tensors, not dicts of them.

``torch.func.grad``, ``grad_and_value`` and ``vmap`` become helpers in files with ``functional_call``; elsewhere MindSpore's
functions take their place.
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
from torch.func import functional_call, grad, vmap


def gradients(net: torch.nn.Module, x: torch.Tensor, y: torch.Tensor):
    def loss(weights, one, wanted):
        return torch.nn.functional.mse_loss(functional_call(net, weights, (one[None],)), wanted[None])

    weights = dict(net.named_parameters())
    return grad(loss)(weights, x[0], y[0]), vmap(grad(loss), in_dims=(None, 0, 0))(weights, x, y)
""",
        """
from mindspore import nn, ops, Tensor
from mindport_helpers import func_grad, func_vmap, functional_call, module_named_parameters


def gradients(net: nn.Cell, x: Tensor, y: Tensor):
    def loss(weights, one, wanted):
        return ops.mse_loss(functional_call(net, weights, (one[None],)), wanted[None])

    weights = dict(module_named_parameters(net))
    return func_grad(loss)(weights, x[0], y[0]), func_vmap(func_grad(loss), in_dims=(None, 0, 0))(weights, x, y)
""",
    ),
]
NOOPS = ["from jax import grad\n\nfunctional_call = grad(print)\n"]

_HELPERS = {
    "torch.func.grad": "func_grad",
    "torch.func.grad_and_value": "func_grad_and_value",
    "torch.vmap": "func_vmap",
}


def matches(module: Module) -> Iterator[Match]:
    if "functional_call" not in module.source.text:
        return
    for node in module.source.nodes:
        helper = _HELPERS.get(module.certain_api(node) or "") if isinstance(node, (ast.Name, ast.Attribute)) else None
        if helper is not None:
            edit = Edit(module.source.span(node), (module.spelling.helper(helper),), 0)
            yield Match((edit,), frozenset(id(inner) for inner in ast.walk(node)))
