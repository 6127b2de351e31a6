"""``x[...] = y`` becomes ``x[...] = y.copy()``: MindSpore 2.10 has both share their elements from then on, torch copies them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import views
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


def keep(last: torch.Tensor, now: torch.Tensor, state):
    last[...] = now
    last[:] = now
    last[...] = now * 2
    state["last"][...] = now.data[0]
""",
        """
from mindspore import Tensor


def keep(last: Tensor, now: Tensor, state):
    last[...] = now.copy()
    last[:] = now
    last[...] = now * 2
    state["last"][...] = now.data[0].copy()
""",
    ),
]
NOOPS = ["import numpy as np\n\n\ndef keep(last, now):\n    last[...] = now\n    return np.sum(now)\n"]


def matches(module: Module) -> Iterator[Match]:
    if not module.source.imports_torch:
        return
    for node in module.source.each(ast.Assign):
        if not isinstance(node.value, (ast.Name, ast.Attribute, ast.Subscript)):
            continue
        target = node.targets[0]
        if isinstance(target, ast.Subscript) and views.base(module.site, target.value, node) is not None:
            continue
        whole = any(
            isinstance(target, ast.Subscript)
            and isinstance(target.slice, ast.Constant)
            and target.slice.value is ...
            and not module.parameters.has(target.value)
            for target in node.targets
        )
        if whole and module.analysis.kind_of(node.value) == "tensor":
            end = module.source.span(node.value).end
            yield Match((Edit(Span(end, end), (".copy()",)),))
