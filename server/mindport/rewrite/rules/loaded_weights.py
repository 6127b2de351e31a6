"""``net.load_state_dict(state)`` where an optimizer may have run: in place, or the optimizer would never see the new weights.

MindSpore compiles an optimizer's step when it first runs, with the tensors that the Parameters have then, and ``load_state_dict``
gives them others. Where the optimizer is made afterwards, or the file has none, MindSpore's own method serves, unless the file
goes by torch's names of weights (``state_names``).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.mapping import choosing
from mindport.rewrite import held_names
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules import state_names
from mindport.rewrite.training.kept import FIRST_VERSION
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import copy

import torch
from torch import nn


def fit(net: nn.Module, start, batches):
    net.load_state_dict(start)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    best, lowest = copy.deepcopy(net.state_dict()), float("inf")
    for x, y in batches:
        optimizer.zero_grad()
        loss = ((net(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        if loss.item() > 2 * lowest:
            net.load_state_dict(best)  # back
        lowest = min(lowest, loss.item())
    net.load_state_dict(torch.load("best.pt"), strict=False)
""",
        """
import mindspore as ms
from mindspore import nn
from mindspore.experimental import optim
from mindport_helpers import deep_copy, load_weights


def fit(net: nn.Cell, start, batches):
    net.load_state_dict(start)
    optimizer = optim.SGD(net.trainable_params(), lr=0.1)
    best, lowest = deep_copy(net.state_dict()), float("inf")

    def forward_fn(x, y):
        loss = ((net(x) - y) ** 2).mean()
        return loss

    grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)
    net.set_train()

    for x, y in batches:
        loss, grads = grad_fn(x, y)
        optimizer(grads)
        if loss.item() > 2 * lowest:
            load_weights(net, best)  # back
        lowest = min(lowest, loss.item())
    load_weights(net, ms.load_checkpoint("best.ckpt"), strict=False)
""",
    ),
]
NOOPS = ["def load(net, state):\n    net.load_state_dict(state)\n"]

ORDER = 40  # before what a checkpoint's file is read with
_LOAD = "torch.nn.Module.load_state_dict"
_TRAINING = ("torch.optim.", "torch.Tensor.backward", "torch.autograd.backward")


def matches(module: Module) -> Iterator[Match]:
    if choosing.version_key(module.context.mindspore) < choosing.version_key(FIRST_VERSION):
        return
    calls = [n for n in module.source.each(ast.Call) if module.certain_api(n) == _LOAD]
    if not calls:
        return
    by_name, trains = state_names.asked(module), _trains(module)
    for call in calls:
        if not isinstance(call.func, ast.Attribute) or _on_super(call.func):
            continue
        if by_name or trains and not _comes_first(module, call):
            yield _in_place(module, call, call.func)


def _trains(module: Module) -> bool:
    if any(isinstance(n, ast.Attribute) and n.attr == "zero_grad" for n in module.source.nodes):
        return True
    return any(finding.use.api.startswith(_TRAINING) for finding in module.findings.values())


def _comes_first(module: Module, call: ast.Call) -> bool:
    """Whether the function makes its optimizers further down only, outside of any loop around the call."""
    scope = held_names.scope_of(module.source, call)
    if scope is None or any(
        isinstance(n, held_names.LOOPS) for n in held_names.nodes_around(module.source, call, scope)
    ):
        return False
    made = [n for n in ast.walk(scope) if isinstance(n, ast.Call) and _makes_optimizer(module.api(n) or "")]
    return bool(made) and all(held_names.place_of(n) > held_names.place_of(call) for n in made)


def _makes_optimizer(api: str) -> bool:
    owner, _, name = api.rpartition(".")
    return owner == "torch.optim" and name[:1].isupper()


def _on_super(func: ast.Attribute) -> bool:
    return isinstance(func.value, ast.Call) and isinstance(func.value.func, ast.Name) and func.value.func.id == "super"


def _in_place(module: Module, call: ast.Call, func: ast.Attribute) -> Match:
    source = module.source
    whole, net = source.span(call), source.span(func.value)
    opening = source.text.index("(", source.span(func).end) + 1
    arguments = Span(opening, whole.end)
    parts = (f"{module.spelling.helper('load_weights')}(", net, ", " if call.args or call.keywords else "", arguments)
    return Match((Edit(whole, parts, 0),), frozenset([id(func)]))
