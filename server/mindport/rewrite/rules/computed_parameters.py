"""``nn.Parameter(self.weight.sum(1))`` becomes ``Parameter(ops.stop_gradient(…))``: torch's Parameters are leaves.

MindSpore's takes over how its value was computed, where nothing else holds that value: a gradient would go on to what it was
computed of, and the new Parameter would have none and never train.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import recorded_values
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
from torch import nn


class Adapted(nn.Linear):
    def __init__(self, inputs, outputs, rank):
        super().__init__(inputs, outputs)
        start = torch.randn(rank, outputs)
        self.down = nn.Parameter(self.weight.new_zeros((rank, inputs)))
        self.scale = nn.Parameter(torch.ones_like(self.weight[:1]), requires_grad=True)
        self.kept = nn.Parameter(self.weight.detach().abs())
        self.up = nn.Parameter(start.t() * 0.1)


def attack(x: torch.Tensor):
    return torch.zeros_like(x, requires_grad=True), torch.ones_like(x).requires_grad_()
""",
        """
from mindspore import mint, ops, Parameter, Tensor
from mindport_helpers import ask_for_gradient


class Adapted(mint.nn.Linear):
    def __init__(self, inputs, outputs, rank):
        super().__init__(inputs, outputs)
        start = ops.randn(rank, outputs)
        self.down = Parameter(ops.stop_gradient(self.weight.new_zeros((rank, inputs))))
        self.scale = Parameter(ops.stop_gradient(ops.ones_like(self.weight[:1])), requires_grad=True)
        self.kept = Parameter(ops.stop_gradient(self.weight).abs())
        self.up = Parameter(start.t() * 0.1)


def attack(x: Tensor):
    return Parameter(ops.stop_gradient(ops.zeros_like(x))), ask_for_gradient(ops.stop_gradient(ops.ones_like(x)))
""",
    ),
]
NOOPS = ["class Parameter:\n    pass\n\n\ndef made(x):\n    return Parameter(x.sum(1))\n"]

_PARAMETERS = frozenset(["torch.nn.Parameter", "torch.nn.parameter.Parameter"])


def matches(module: Module) -> Iterator[Match]:
    text = module.source.text
    if not module.source.imports_torch or "Parameter(" not in text and ".requires_grad_(" not in text:
        return
    for node in module.source.each(ast.Call):
        made = _made_a_leaf(module, node)
        if made is not None and recorded_values.cut_off(module.site, made):
            span = module.source.span(made)
            yield Match((Edit(span, (f"{module.spelling.name('mindspore.ops.stop_gradient')}(", span, ")"), 1),))


def _made_a_leaf(module: Module, call: ast.Call) -> ast.expr | None:
    """What becomes a Parameter: ``nn.Parameter(…)``, ``torch.zeros_like(x).requires_grad_()``."""
    if module.certain_api(call) in _PARAMETERS:
        return call.args[0] if call.args else next((k.value for k in call.keywords if k.arg == "data"), None)
    if isinstance(call.func, ast.Attribute) and call.func.attr == "requires_grad_":
        held = call.func.value
        if isinstance(held, ast.Call) and (module.certain_api(held) or "").endswith("_like"):
            return held
    return None
