"""``batch.to(device)``, ``net.cuda()`` of values for which nothing but the method speaks: a helper looks at them as it runs.

So does it for ``table[name](…).float()``: what a table holds under a name may be the class of a network, and a Cell has no such
method.

Left as they are, they would fail on MindSpore's tensors, which have no such methods; taken out, they would be missing where the
value is of the project's own kind.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.analysis.uses import Certainty
from mindport.rewrite.arguments import ArgumentList, bare_receiver_span
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


def train(batches, stack, device: torch.device):
    for batch in batches:
        images = next(stack).to(device, non_blocking=True)  # one more
        yield batch["x"].cuda(), images


class Experiment:
    def __init__(self, device: torch.device):
        self.model = self.build().to(device)

    def build(self):
        raise NotImplementedError
        return None

    def means(self, owner):
        mean = getattr(owner, "mean")
        return mean.cpu(), getattr(owner, "square").cuda()

    def chosen(self, table, options):
        return table[options.name](options).float(), table[options.name].Model(options).double()
""",
        """
from mindport_helpers import moved


def train(batches, stack, device: str):
    for batch in batches:
        images = moved(next(stack), "to", device, non_blocking=True)  # one more
        yield batch["x"], images


class Experiment:
    def __init__(self, device: str):
        self.model = moved(self.build(), "to", device)

    def build(self):
        raise NotImplementedError
        return None

    def means(self, owner):
        mean = getattr(owner, "mean")
        return moved(mean, "cpu"), moved(getattr(owner, "square"), "cuda")

    def chosen(self, table, options):
        return moved(table[options.name](options), "float"), moved(table[options.name].Model(options), "double")
""",
    ),
]
NOOPS = [
    "def convert(amount, currency):\n    return amount.to(currency)\n",
    "def names(words: dict, key):\n    return words.cuda(key)\n",
    "def load(machine):\n    return machine.cpu()\n",
    "def amount(table, name):\n    return table[name](3).float()\n",
]

_MOVES = frozenset(f"torch.{owner}.{method}" for owner in ("Tensor", "nn.Module") for method in ("to", "cuda", "cpu"))


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Call):
        func = node.func
        if not isinstance(func, ast.Attribute) or not (
            _is_guessed(module, func)
            or _is_left_to_heirs(module, func)
            or _is_open(module, node, func)
            or _is_of_a_table(module, node, func)
        ):
            continue
        arguments = ArgumentList(module.source, node)
        start = module.source.span(func).start
        opening = f"{module.spelling.helper('moved')}("
        method = f', "{func.attr}"' + (", " if arguments.items else "")
        receiver = bare_receiver_span(module.source, func)
        edit = Edit(Span(start, arguments.open + 1), (opening, receiver, method))
        yield Match((edit,), frozenset([id(func)]))


def _is_guessed(module: Module, func: ast.Attribute) -> bool:
    return module.api(func) in _MOVES and module.findings[id(func)].use.certainty is Certainty.GUESSED


def _is_left_to_heirs(module: Module, func: ast.Attribute) -> bool:
    """``self._build_model().to(device)`` where the class itself only raises: what heirs make can be moved, nothing cannot."""
    if func.attr not in ("to", "cuda", "cpu") or module.api(func) is not None or not module.source.imports_torch:
        return False
    return isinstance(func.value, ast.Call) and module.analysis.type_of(func.value).kind in ("none", "never")


def _is_open(module: Module, call: ast.Call, func: ast.Attribute) -> bool:
    """``mean.cpu()`` of which nothing is known, in a file that has no class with such a method."""
    return (
        func.attr in ("cuda", "cpu")
        and not call.args
        and not call.keywords
        and module.source.imports_torch
        and id(func) not in module.findings
        and module.analysis.type_of(func.value).kind == "unknown"
        and f"def {func.attr}(" not in module.source.text
    )


def _is_of_a_table(module: Module, call: ast.Call, func: ast.Attribute) -> bool:
    """``table[name](…).float()``, ``table[name].Net(…).float()`` of which nothing is known."""
    if (
        func.attr not in ("float", "double", "half")
        or call.args
        or call.keywords
        or not isinstance(func.value, ast.Call)
    ):
        return False
    maker = func.value.func
    if not isinstance(maker.value if isinstance(maker, ast.Attribute) else maker, ast.Subscript):
        return False
    return (
        module.source.imports_torch
        and id(func) not in module.findings
        and module.analysis.type_of(func.value).kind == "unknown"
    )
