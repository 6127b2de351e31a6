"""``batch.to(device)``, ``net.cuda()`` of values for which nothing but the method speaks: a helper looks at them as it runs.

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
""",
        """
from mindport_helpers import moved


def train(batches, stack, device: str):
    for batch in batches:
        images = moved(next(stack), "to", device, non_blocking=True)  # one more
        yield batch["x"], images
""",
    ),
]
NOOPS = [
    "def convert(amount, currency):\n    return amount.to(currency)\n",
    "def names(words: dict, key):\n    return words.cuda(key)\n",
]

_MOVES = frozenset(f"torch.{owner}.{method}" for owner in ("Tensor", "nn.Module") for method in ("to", "cuda", "cpu"))


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Call):
        func = node.func
        if not isinstance(func, ast.Attribute) or module.api(func) not in _MOVES:
            continue
        if module.findings[id(func)].use.certainty is not Certainty.GUESSED:
            continue
        arguments = ArgumentList(module.source, node)
        start = module.source.span(func).start
        opening = f"{module.spelling.helper('moved')}("
        method = f', "{func.attr}"' + (", " if arguments.items else "")
        receiver = bare_receiver_span(module.source, func)
        edit = Edit(Span(start, arguments.open + 1), (opening, receiver, method))
        yield Match((edit,), frozenset([id(func)]))
