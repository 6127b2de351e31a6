"""``self._last_lr = …`` of one's own scheduler, and ``self.after.get_last_lr()`` of a scheduler that it wraps.

MindSpore's ``_last_lr`` holds the optimizer's own Parameters: numbers in their place break ``get_last_lr`` and the next step, and
what the wrapped scheduler computed last is what the optimizer has by now, be it set by the wrapping one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
from torch.optim.lr_scheduler import _LRScheduler


class Warmup(_LRScheduler):
    def __init__(self, optimizer, steps, after):
        self.steps = steps
        self.after = after  # what follows
        super().__init__(optimizer)

    def get_lr(self):
        if self.last_epoch > self.steps:
            return self.after.get_last_lr()
        return [rate * self.last_epoch / self.steps for rate in self.base_lrs]

    def step(self, epoch=None):
        if self.last_epoch > self.steps:
            self.after.step()
            self._last_lr = self.after.get_last_lr()
        else:
            super().step(epoch)
""",
        """
from mindspore.experimental import optim
from mindport_helpers import remember_rates


class Warmup(optim.lr_scheduler.LRScheduler):
    def __init__(self, optimizer, steps, after):
        self.steps = steps
        self.after = remember_rates(after)  # what follows
        super().__init__(optimizer)

    def get_lr(self):
        if int(self.last_epoch) > self.steps:
            return self.after.get_last_lr()
        return [rate * int(self.last_epoch) / self.steps for rate in self.base_lrs]

    def step(self, epoch=None):
        if int(self.last_epoch) > self.steps:
            self.after.step()
            self._last_lr = list(self.optimizer.lrs)
        else:
            super().step(epoch)
""",
    ),
]
NOOPS = ["class Plain:\n    def step(self):\n        self._last_lr = [0.1]\n"]

_SCHEDULERS = "torch.optim.lr_scheduler."


def matches(module: Module) -> Iterator[Match]:
    if "_last_lr" not in module.source.text:
        return
    for node in module.source.each(ast.ClassDef):
        if isinstance(node, ast.ClassDef) and any((module.api(b) or "").startswith(_SCHEDULERS) for b in node.bases):
            yield from _of_class(module, node)


def _of_class(module: Module, node: ast.ClassDef) -> Iterator[Match]:
    inner = list(ast.walk(node))
    read = {
        _own(one.value) for one in inner if isinstance(one, ast.Attribute) and one.attr in ("get_last_lr", "_last_lr")
    }
    for statement in inner:
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
            continue
        name, span = _own(statement.targets[0]), module.source.span(statement.value)
        if name == "_last_lr":
            handled = frozenset(id(one) for one in ast.walk(statement.value))
            yield Match((Edit(span, ("list(self.optimizer.lrs)",), 1),), handled)
        elif name and name in read and isinstance(statement.value, ast.Name):
            yield Match((Edit(span, (f"{module.spelling.helper('remember_rates')}(", span, ")"), 1),))


def _own(node: ast.expr) -> str:
    """The attribute of ``self`` that it is."""
    of_self = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    return node.attr if of_self and isinstance(node, ast.Attribute) else ""
