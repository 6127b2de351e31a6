"""``fisher[n] = torch.zeros_like(p)`` becomes ``ops.stop_gradient(ops.zeros_like(p))`` where it is kept.

MindSpore records that zeros were made of ``p``. What adds up in them from step to step would have the first step's record gone
through again, which it has freed by then.
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
from torch import nn


class Consolidation:
    def __init__(self, net: nn.Module):
        self.fisher = {n: torch.zeros_like(p) for n, p in net.named_parameters()}
        self.seen = [torch.zeros_like(p.data) for p in net.parameters()]

    def reset(self, net: nn.Module, x: torch.Tensor):
        for n, p in net.named_parameters():
            self.fisher[n] = torch.zeros_like(p)
        zeros = torch.zeros_like(x)
        return x + zeros
""",
        """
from mindspore import nn, ops, Tensor
from mindport_helpers import module_named_parameters, module_parameters


class Consolidation:
    def __init__(self, net: nn.Cell):
        self.fisher = {n: ops.stop_gradient(ops.zeros_like(p)) for n, p in module_named_parameters(net)}
        self.seen = [ops.zeros_like(p.data) for p in module_parameters(net)]

    def reset(self, net: nn.Cell, x: Tensor):
        for n, p in module_named_parameters(net):
            self.fisher[n] = ops.stop_gradient(ops.zeros_like(p))
        zeros = ops.zeros_like(x)
        return x + zeros
""",
    ),
]
NOOPS = ["import numpy as np\n\n\ndef kept(state, p):\n    state[0] = np.zeros_like(p)\n"]

_MADE = frozenset(["torch.zeros_like", "torch.ones_like"])


def matches(module: Module) -> Iterator[Match]:
    tree = module.source.tree
    if tree is None or "s_like(" not in module.source.text or not module.source.imports_torch:
        return
    for node in module.source.each(ast.Call):
        if module.api(node) in _MADE and len(node.args) == 1 and _is_kept(module, node):
            like = node.args[0]
            apart = isinstance(like, ast.Attribute) and like.attr in ("data", "grad")
            if apart or node.keywords or any(map(names.stops_gradients, names.nodes_around(module.source, node, tree))):
                continue
            span = module.source.span(node)
            opening = module.spelling.name("mindspore.ops.stop_gradient") + "("
            yield Match((Edit(span, (opening, span, ")"), 1),))


def _is_kept(module: Module, call: ast.Call) -> bool:
    """Whether an object or a collection holds the tensor."""
    above = module.source.parent(call)
    if isinstance(above, ast.Assign):
        return all(isinstance(target, (ast.Attribute, ast.Subscript)) for target in above.targets)
    if isinstance(above, ast.Call):
        return isinstance(above.func, ast.Attribute) and above.func.attr == "append"
    return isinstance(above, (ast.DictComp, ast.ListComp))
