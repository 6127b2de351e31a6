"""``nn.AvgPool2d(2)``, ``F.softmax(x, 1)`` and the like where gradients of gradients are asked for: made of what has them.

The kernels by which MindSpore differentiates these have no gradient of their own: a gradient penalty, a Hessian or a force in a
loss ends with an exception, or lacks a part and tells nobody (``bmm``, ``amax``, ``prod`` along an axis).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.analysis.findings import Finding
from mindport.analysis.uses import Certainty, Role
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.second_derivatives import FUNCTIONS, LAYERS, METHODS, MOST_POSITIONAL, WEIGHTED
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch
import torch.nn as nn
import torch.nn.functional as F


class Critic(nn.Module):
    def __init__(self, norm=nn.LayerNorm):
        super().__init__()
        self.pool = nn.AvgPool2d(2)
        self.act = nn.ELU()
        self.pad = nn.ReflectionPad2d(1)
        self.norm = nn.GroupNorm(2, 8)
        self.last = norm(8)

    def forward(self, x: torch.Tensor):
        h = self.norm(self.act(self.pool(x)))
        h = F.max_pool2d(h, 2).softmax(-1)
        return F.interpolate(h, scale_factor=2)  # as large as before


def penalty(critic: Critic, x: torch.Tensor):
    (g,) = torch.autograd.grad(critic(x).sum(), x, create_graph=True)
    return (g.norm(2, dim=1) - 1).pow(2).mean()
""",
        """
from mindspore import nn, Tensor
from mindport_helpers import (
    FunctionLayer,
    TorchLayerNorm,
    gradients_of,
    norm as torch_norm,
    recorded_avg_pool2d,
    recorded_each_side,
    recorded_elu,
    recorded_interpolate,
    recorded_layer,
    recorded_max_pool2d,
    recorded_softmax,
)


class Critic(nn.Cell):
    def __init__(self, norm=recorded_layer(TorchLayerNorm)):
        super().__init__()
        self.pool = FunctionLayer(recorded_avg_pool2d, 2)
        self.act = FunctionLayer(recorded_elu)
        self.pad = FunctionLayer(recorded_each_side, 1, axes=2, mode="reflect")
        self.norm = recorded_layer(nn.GroupNorm(2, 8))
        self.last = norm(8)

    def construct(self, x: Tensor):
        h = self.norm(self.act(self.pool(x)))
        h = recorded_softmax(recorded_max_pool2d(h, 2), -1)
        return recorded_interpolate(h, scale_factor=2)  # as large as before


def penalty(critic: Critic, x: Tensor):
    (g,) = gradients_of(critic(x).sum(), x, create_graph=True)
    return (torch_norm(g, 2, dim=1) - 1).pow(2).mean()
""",
    ),
]
NOOPS = [
    "def penalty(x):\n    return F.avg_pool2d(x, 2)  # create_graph=True\n",
    "from mindspore import nn\n\n\nclass Critic(nn.Cell):\n    def __init__(self):\n        super().__init__()\n"
    "        self.pool = nn.AvgPool2d(2, stride=2)\n",
]


def matches(module: Module) -> Iterator[Match]:
    if not module.source.imports_torch or not module.differentiates_twice:
        return
    # What a file asks for by its class stays of that class.
    asked_for = {one.use.api for one in module.findings.values() if one.use.type_test} & LAYERS.keys()
    for finding in module.findings.values():
        use = finding.use
        if use.api in asked_for:
            continue
        if use.certainty is Certainty.GUESSED or use.role not in (Role.CALL, Role.REFERENCE):
            continue
        node = use.node
        if not isinstance(node, (ast.Name, ast.Attribute)):
            continue
        parent = module.source.parent(node)
        call = parent if isinstance(parent, ast.Call) and parent.func is node else None
        if call is not None and _is_open(call, use.api):
            continue
        match = _match(module, finding, node, call)
        if match is not None:
            yield match


def _is_open(call: ast.Call, api: str) -> bool:
    """Whether it gives more by place than its helper takes there, or nobody knows what."""
    if any(isinstance(one, ast.Starred) for one in call.args) or any(k.arg in (None, "out") for k in call.keywords):
        return api in MOST_POSITIONAL
    return len(call.args) > MOST_POSITIONAL.get(api, 9)


def _match(module: Module, finding: Finding, node: ast.Name | ast.Attribute, call: ast.Call | None) -> Match | None:
    api, helper, span = finding.use.api, module.spelling.helper, module.source.span
    handled = frozenset([id(node)])
    if api.endswith(".prod") and not _along_axis(call, api):
        return None  # of all elements MindSpore's own has second derivatives
    if api in METHODS:
        if call is None or not isinstance(node, ast.Attribute):
            return None
        given = _separated(module, [node.value, *call.args, *call.keywords])
        return Match((Edit(span(call), (f"{helper(METHODS[api])}(", *given, ")"), 1),), handled)
    if api in FUNCTIONS:
        return Match((Edit(span(node), (helper(FUNCTIONS[api]),), 1),), handled)
    if api in LAYERS and call is not None:
        function, more = LAYERS[api]
        given = _separated(module, [*call.args, *call.keywords])
        start = f"{helper('FunctionLayer')}({helper(function)}{', ' if given else ''}"
        return Match((Edit(span(call), (start, *given, f", {more})" if more else ")"), 1),), handled)
    if api in WEIGHTED and finding.equivalent is not None:
        if call is None and finding.use.type_test:
            return None
        whole = span(node) if call is None else span(call)
        return Match((Edit(whole, (f"{helper('recorded_layer')}(", whole, ")"), 1),))
    return None


def _along_axis(call: ast.Call | None, api: str) -> bool:
    given = len(call.args) + sum(k.arg == "dim" for k in call.keywords) if call is not None else 0
    return given > (0 if api in METHODS else 1)


def _separated(module: Module, nodes: list[ast.expr | ast.keyword]) -> list[str | Span]:
    parts: list[str | Span] = []
    for node in nodes:
        parts += [", ", module.source.span(node)] if parts else [module.source.span(node)]
    return parts
