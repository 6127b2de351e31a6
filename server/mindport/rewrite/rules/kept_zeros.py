"""``fisher[n] = torch.zeros_like(p)`` becomes ``ops.stop_gradient(ops.zeros_like(p))`` where it is kept.

MindSpore records that zeros were made of ``p``, and so were the numbers of a comparison (``(p.abs() > 1).float()``). What adds up
in them from step to step, or is computed with such a mask in each, would have the first step's record gone through again, which
it has freed by then.
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
EXAMPLES += [
    (
        """
import torch
from torch import nn


class Pruned(nn.Linear):
    def __init__(self, n):
        super().__init__(n, n)
        self.register_buffer("mask", torch.ones_like(self.weight))

    def prune(self, least: float):
        self.mask.copy_((self.weight.abs() > least).float())
        self.kept = (self.weight > 0).to(torch.float32)
        return (self.weight > 0).float().mean()


def fitted(w: nn.Parameter, x: torch.Tensor, steps: int):
    mask, signs = torch.ones_like(w), (w > 0).float()
    upper = (w >= 1).float()
    for _ in range(steps):
        zeros = torch.zeros_like(w)
        loss = (w * mask * upper * x - zeros).sum()
        loss.backward()
    return signs.sum()
""",
        """
import mindspore as ms
from mindspore import mint, ops, Parameter, Tensor
from mindport_helpers import accumulate_gradients


class Pruned(mint.nn.Linear):
    def __init__(self, n):
        super().__init__(n, n)
        self.register_buffer("mask", ops.stop_gradient(ops.ones_like(self.weight)))

    def prune(self, least: float):
        self.mask.copy_(ops.stop_gradient((self.weight.abs() > least).float()))
        self.kept = ops.stop_gradient((self.weight > 0).to(ms.float32))
        return (self.weight > 0).float().mean()


def fitted(w: Parameter, x: Tensor, steps: int):
    mask, signs = ops.stop_gradient(ops.ones_like(w)), (w > 0).float()
    upper = ops.stop_gradient((w >= 1).float())
    for _ in range(steps):
        zeros = ops.zeros_like(w)
        loss = (w * mask * upper * x - zeros).sum()
        accumulate_gradients(loss)
    return signs.sum()
""",
    ),
]
NOOPS = ["import numpy as np\n\n\ndef kept(state, p):\n    state[0] = np.zeros_like(p)\n"]

_MADE = frozenset(["torch.zeros_like", "torch.ones_like"])
_NUMBERS = frozenset(
    f"torch.Tensor.{name}" for name in ("float", "double", "half", "int", "long", "to", "type", "type_as")
)
_KEEPING = frozenset(["append", "register_buffer", "copy_"])


def matches(module: Module) -> Iterator[Match]:
    tree, source = module.source.tree, module.source
    if tree is None or not source.imports_torch:
        return
    for node in source.each(ast.Call):
        like = _made_of(module, node)
        if like is None or not _is_kept(module, node):
            continue
        if any(map(names.stops_gradients, names.nodes_around(source, node, tree))):
            continue
        span = source.span(node)
        opening = module.spelling.name("mindspore.ops.stop_gradient") + "("
        yield Match((Edit(span, (opening, span, ")"), 1),))


def _made_of(module: Module, call: ast.Call) -> ast.expr | None:
    """What zeros or the numbers of a comparison are made of, if MindSpore may record that."""
    func = call.func
    if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Compare):
        compared = [func.value.left, *func.value.comparators]
        recorded = module.api(call) in _NUMBERS and not any(_is_apart(one) for one in compared)
        return func.value if recorded else None
    if module.api(call) not in _MADE or len(call.args) != 1 or call.keywords:
        return None
    like = call.args[0]
    return None if isinstance(like, ast.Attribute) and like.attr in ("data", "grad") else like


def _is_apart(node: ast.expr) -> bool:
    """Whether the value is computed of what no gradient is asked for of: ``p.data``, ``p.detach()``."""
    return any(isinstance(n, ast.Attribute) and n.attr in ("data", "grad", "detach", "item") for n in ast.walk(node))


def _is_kept(module: Module, call: ast.Call) -> bool:
    """Whether an object or a collection holds the tensor, or a variable that a loop reads in each turn."""
    above = module.source.parent(call)
    if isinstance(above, ast.Tuple) and isinstance(module.source.parent(above), ast.Assign):
        assign = module.source.parent(above)
        assert isinstance(assign, ast.Assign)
        target = assign.targets[0]
        alike = isinstance(target, ast.Tuple) and len(target.elts) == len(above.elts)
        one = target.elts[above.elts.index(call)] if alike and isinstance(target, ast.Tuple) else None
        return isinstance(one, (ast.Attribute, ast.Subscript)) or _is_read_in_turns(module, assign, one)
    if isinstance(above, ast.Assign):
        return all(
            isinstance(target, (ast.Attribute, ast.Subscript)) or _is_read_in_turns(module, above, target)
            for target in above.targets
        )
    if isinstance(above, ast.Call):
        return isinstance(above.func, ast.Attribute) and above.func.attr in _KEEPING
    return isinstance(above, (ast.DictComp, ast.ListComp))


def _is_read_in_turns(module: Module, assign: ast.Assign, target: ast.expr | None) -> bool:
    """Whether a loop behind the statement reads the variable, in which gradients are asked for."""
    source = module.source
    scope = names.scope_of(source, assign)
    if not isinstance(target, ast.Name) or scope is None or ".backward(" not in source.text:
        return False
    for read in names.reads_of(source, scope, target.id):
        for loop in names.nodes_around(source, read, scope):
            if isinstance(loop, names.LOOPS) and names.place_of(loop) > names.place_of(assign):
                return any(isinstance(n, ast.Attribute) and n.attr == "backward" for n in ast.walk(loop))
    return False
