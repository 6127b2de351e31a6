"""``value.clone()`` of which nothing is known: a helper looks at the value as it runs.

Left as it is, it would fail on a CPU, where MindSpore's ``Tensor.clone`` has no kernel; made ``copy``, it would be missing where
the value is of another kind.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.mapping.row import Target
from mindport.rewrite.arguments import ArgumentList, bare_receiver_span
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


class Net(torch.nn.Module):
    def clone(self):
        return self


net = Net().clone()


def kept(state):
    return {key: value.clone() for key, value in state.items()}


apart = lambda value: value.clone()
""",
        """
from mindspore import nn
from mindport_helpers import copied


class Net(nn.Cell):
    def clone(self):
        return self


net = Net().clone()


def kept(state):
    return {key: copied(value) for key, value in state.items()}


apart = lambda value: copied(value)
""",
    ),
]
NOOPS = [
    "def twice(repository):\n    return repository.clone()\n",
    "def twice(repository, url):\n    return repository.clone(url)\n",
]


def matches(module: Module) -> Iterator[Match]:
    if (
        module.context.target is Target.ASCEND
        or ".clone()" not in module.source.text
        or not module.source.imports_torch
    ):
        return
    for node in module.source.each(ast.Call):
        func = node.func
        if not isinstance(func, ast.Attribute) or func.attr != "clone" or not _is_unknown(module, func):
            continue
        arguments = ArgumentList(module.source, node)
        if arguments.items:
            continue
        edit = Edit(
            Span(module.source.span(func).start, arguments.open + 1),
            (f"{module.spelling.helper('copied')}(", bare_receiver_span(module.source, func)),
        )
        yield Match((edit,), frozenset([id(func)]))


def _is_unknown(module: Module, func: ast.Attribute) -> bool:
    return module.api(func) is None and module.analysis.type_of(func.value).kind == "unknown"
