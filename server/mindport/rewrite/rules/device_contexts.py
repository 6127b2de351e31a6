"""``with torch.device("cuda"):`` makes tensors on a device; MindSpore's process has one, and its name, a text, is no context."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
from torch import nn


def build(number: int):
    device = torch.device("cuda", number)
    with torch.device("meta"):
        first = nn.Linear(2, 2)
    with torch.no_grad(), device:  # no gradients here
        return first, torch.zeros(3)
""",
        """
import mindspore as ms
from mindspore import mint
from mindport_helpers import inert_context


def build(number: int):
    device = "CPU"
    ms.set_device(device)
    with inert_context():
        first = mint.nn.Linear(2, 2)
    with ms._no_grad(), inert_context(device):  # no gradients here
        return first, mint.zeros(3)
""",
    ),
]
NOOPS = ["def read(device):\n    with device:\n        return device.read()\n"]


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.With, ast.AsyncWith):
        for item in node.items:
            context = item.context_expr
            span = module.source.span(context)
            if isinstance(context, ast.Call) and module.api(context.func) == "torch.device":
                edit = Edit(span, (module.spelling.helper("inert_context") + "()",), 1)
                yield Match((edit,), frozenset(id(n) for n in ast.walk(context)))
            elif isinstance(context, (ast.Name, ast.Attribute)) and module.analysis.kind_of(context) == "device":
                yield Match((Edit(span, (module.spelling.helper("inert_context") + "(", span, ")"), 1),))
