"""``torch.ones([])`` makes a tensor without axes, which MindSpore's ``ones`` and ``zeros`` cannot on a CPU."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch

scale = torch.ones([]) * 2
zero = torch.zeros((), dtype=torch.float64)
""",
        """
import mindspore as ms
from mindspore import Tensor

scale = Tensor(1.0) * 2
zero = Tensor(0.0, dtype=ms.float64)
""",
    ),
]
NOOPS = ["ones = dict([])\n"]

_VALUES = {"torch.ones": "1.0", "torch.zeros": "0.0"}


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Call):
        if len(node.args) != 1 or module.api(node.func) not in _VALUES:
            continue
        size = node.args[0]
        if not isinstance(size, (ast.Tuple, ast.List)) or size.elts:
            continue
        if any(keyword.arg != "dtype" for keyword in node.keywords):
            continue
        edits = (
            Edit(module.source.span(node.func), (module.spelling.name("mindspore.Tensor"),)),
            Edit(module.source.span(size), (_VALUES[str(module.api(node.func))],)),
        )
        yield Match(edits, frozenset([id(node.func)]))
