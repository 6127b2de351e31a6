"""``value.std()`` and ``value.var()`` of which nothing is known: a helper looks at the value as it runs.

Left as they are, MindSpore's methods would divide by ``n`` where torch's divide by ``n - 1``, without a word. Arrays divide by
``n`` in both.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from mindport.rewrite.arguments import ArgumentList, bare_receiver_span
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import numpy as np
import torch


class Scaler:
    def __init__(self, data):
        self.data = data

    def scaled(self):
        return (self.data - self.data.mean()) / self.data.std()

    def spread(self):
        return self.data.var(0), self.data.std(axis=0), np.asarray(self.data).std()

    def plain(self):
        return torch.as_tensor(self.data)
""",
        """
import numpy as np
import mindspore as ms
from mindport_helpers import std_of, var_of


class Scaler:
    def __init__(self, data):
        self.data = data

    def scaled(self):
        return (self.data - self.data.mean()) / std_of(self.data)

    def spread(self):
        return var_of(self.data, 0), self.data.std(axis=0), np.asarray(self.data).std()

    def plain(self):
        return ms.tensor(self.data)
""",
    ),
]
NOOPS = [
    "def spread(table):\n    return table.std()\n",
    "def spread(table, names):\n    return table.std(ddof=0)\n",
]

_ASKED: Final = re.compile(r"\.(std|var)\(")
_OF_ARRAYS: Final = frozenset(["axis", "ddof", "keepdims"])


def matches(module: Module) -> Iterator[Match]:
    if not module.source.imports_torch or _ASKED.search(module.source.text) is None:
        return
    for node in module.source.each(ast.Call):
        func = node.func
        if not isinstance(func, ast.Attribute) or func.attr not in ("std", "var"):
            continue
        if module.api(func) is not None or module.analysis.type_of(func.value).kind != "unknown":
            continue
        if any(keyword.arg in _OF_ARRAYS for keyword in node.keywords):
            continue
        arguments = ArgumentList(module.source, node)
        called = (f"{module.spelling.helper(f'{func.attr}_of')}(", bare_receiver_span(module.source, func))
        opening = Span(module.source.span(func).start, arguments.open + 1)
        yield Match((Edit(opening, (*called, ", ") if arguments.items else called),), frozenset([id(func)]))
