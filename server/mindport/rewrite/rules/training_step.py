"""``zero_grad`` / ``backward`` / ``step`` become ``value_and_grad`` and ``optimizer(grads)``.

The statements that lead from the inputs to the loss move into a forward function in front of the loop; the loop calls its
gradient function. What the loss does not depend on stays where it was. Where one step of a file accumulates, scales or
shares its gradients, or works on them, parameters keep them in the whole file (``rewrite.training.kept``).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import imports as imports_of
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.training import handed_on, kept, modes
from mindport.rewrite.training.steps import find_step, gradients_elsewhere, is_loss
from mindport.rewrite.training.writing import FROM_THE_START, convert

EXAMPLES = [
    (
        """
from torch import nn


def train(model: nn.Module, loader, loss_fn, optimizer):
    model.train()
    for images, labels in loader:
        optimizer.zero_grad()
        # forward
        logits = model(images)
        loss = loss_fn(logits, labels)
        # backward
        loss.backward()
        optimizer.step()
        print(loss.item())
""",
        """
import mindspore as ms
from mindspore import nn


def train(model: nn.Cell, loader, loss_fn, optimizer):
    model.set_train()

    def forward_fn(images, labels):
        logits = model(images)
        loss = loss_fn(logits, labels)
        return loss

    grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)

    for images, labels in loader:
        # forward
        loss, grads = grad_fn(images, labels)
        # backward
        optimizer(grads)
        print(loss.item())
""",
    ),
    (
        """
import torch
from torch import nn


def train(model: nn.Module, loader, optimizer: torch.optim.SGD, criterion: nn.Module):
    correct = 0
    for epoch in range(3):
        means = []
        for images, labels in loader:
            outputs = model(images)
            means += [outputs.mean().item()]
            correct += (outputs.argmax(1) == labels).sum().item()
            loss = criterion(outputs, labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(means, correct)
""",
        """
import mindspore as ms
from mindspore import nn
from mindspore.experimental import optim


def train(model: nn.Cell, loader, optimizer: optim.SGD, criterion: nn.Cell):
    correct = 0

    def forward_fn(images, correct, labels):
        outputs = model(images)
        means.extend([outputs.mean().item()])
        correct += (outputs.argmax(1) == labels).sum().item()
        loss = criterion(outputs, labels)
        return loss, [correct]

    grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters, has_aux=True)
    model.set_train()

    for epoch in range(3):
        means = []
        for images, labels in loader:
            (loss, [correct]), grads = grad_fn(images, correct, labels)
            optimizer(grads)
        print(means, correct)
""",
    ),
]
NOOPS = ["def walk(path):\n    path.backward()\n    path.step()\n"]


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None:
        return
    imports = set(module.spelling.imports)  # of what stays, should no step be written as a function
    losses: list[ast.Attribute] = []
    made: list[Match] = []
    training: set[tuple[int, str]] = set()
    for node in module.source.each(ast.Call):
        if not isinstance(node.func, ast.Attribute) or node.func.attr != "backward":
            continue
        if not is_loss(module, node.func):
            continue
        losses.append(node.func)
        statement = module.source.parent(node)
        step = find_step(module, statement) if isinstance(statement, ast.Expr) else None
        match = convert(module, step, len(made), training) if step else None
        if match is not None:
            made.append(match)
    again = imports_of.migrated_before(module.source)
    if not again and (losses or _trains(module)):
        yield from kept.modes(module)
    whole = len(made) == len(losses) and not gradients_elsewhere(module, made)
    if whole or not kept.possible(module):
        yield from made
        if losses and not again:
            begun = frozenset(name for place, name in training if place == FROM_THE_START)
            yield from modes.only_run(module, frozenset(name for _, name in training) - begun, begun)
        done = frozenset().union(*(match.handled for match in made))
        for func in losses:
            if id(func) not in done:
                yield Match((), left=((func, "structural"),))
    elif losses or _trains(module):
        module.spelling.imports.clear()
        module.spelling.imports |= imports
        if again:
            return
        yield from kept.guessed(module)
        yield from modes.trained(module)
        return
    if not losses and not again:  # the steps, if any, are another file's
        yield from modes.trained(module, handed_on.leaves if _trains(module) else handed_on.goes_to_training)


def _trains(module: Module) -> bool:
    return any(f.use.api.startswith(("torch.optim.", "torch.Tensor.backward")) for f in module.findings.values())
