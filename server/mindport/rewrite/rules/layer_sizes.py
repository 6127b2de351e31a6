"""``nn.Embedding(sum(sizes), 8)``: torch takes NumPy's integers for the sizes of a layer, MindSpore only Python's.

Lists of sizes (``kernel_size=[3, 5]``) become tuples.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.semantics.types import NUMPY
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import numpy as np
import torch
from torch import nn


class Fields(nn.Module):
    def __init__(self, sizes, shape):
        super().__init__()
        self.embedding = nn.Embedding(sum(sizes), sum([4, 4]))
        self.head = nn.Linear(in_features=np.prod(shape), out_features=8)
        window = [3, 3]
        self.conv = nn.Conv2d(1, 8, [3, 5], stride=window)


class Block(nn.Module):
    def __init__(self, width, stride=(1, 1)):
        super().__init__()
        self.conv = nn.Conv2d(width, width, 1, stride=stride)


block = Block(4, stride=[2, 2])


def tables(columns, sizes, width):
    named = nn.ModuleDict({c.name: nn.Embedding(c.size, 4) for c in columns})
    return named, [nn.Embedding(n, width) for n in sizes]
""",
        """
import numpy as np
from mindspore import mint, nn
from mindspore.common import initializer
from mindport_helpers import ModuleDict


class Fields(nn.Cell):
    def __init__(self, sizes, shape):
        super().__init__()
        self.embedding = nn.Embedding(int(sum(sizes)), sum([4, 4]), embedding_table=initializer.Normal(1.0))
        self.head = mint.nn.Linear(in_features=int(np.prod(shape)), out_features=8)
        window = [3, 3]
        self.conv = nn.Conv2d(1, 8, (3, 5), stride=tuple(window), has_bias=True, pad_mode='pad')


class Block(nn.Cell):
    def __init__(self, width, stride=(1, 1)):
        super().__init__()
        self.conv = nn.Conv2d(width, width, 1, stride=tuple(stride), has_bias=True, pad_mode='pad')


block = Block(4, stride=[2, 2])


def tables(columns, sizes, width):
    named = ModuleDict({c.name: nn.Embedding(int(c.size), 4, embedding_table=initializer.Normal(1.0)) for c in columns})
    return named, [nn.Embedding(int(n), width, embedding_table=initializer.Normal(1.0)) for n in sizes]
""",
    ),
]
NOOPS = ["from shop import Linear\n\n\ndef wide(sizes):\n    return Linear(sum(sizes), 2)\n"]

_SIZES = frozenset(
    ["num_embeddings", "embedding_dim", "in_features", "out_features", "in_channels", "out_channels", "input_size",
     "hidden_size", "num_features", "num_channels", "d_model", "embed_dim"]
)  # fmt: skip
_NN = "mindspore.nn."
_NUMBERS = frozenset(
    ["kernel_size", "stride", "padding", "dilation", "groups", "num_layers", "num_heads", "nhead", "num_groups"]
)
_WINDOWS = frozenset(["kernel_size", "stride", "dilation", "output_size", "output_padding"])


def matches(module: Module) -> Iterator[Match]:
    for finding in module.findings.values():
        use = finding.use
        if use.bound is None or use.call is None or not use.api.startswith("torch.nn."):
            continue
        for name, argument in use.bound.arguments.items():
            value = argument.value
            numpy = name in _SIZES and _may_be_numpy(module, value) or name in _NUMBERS and _is_numpy(module, value)
            if numpy or name == "num_embeddings" and _is_counted(module, value):
                span = module.source.span(argument.value)
                yield Match((Edit(span, ("int(", span, ")"), 1),))
            elif name in _WINDOWS and (finding.equivalent and finding.equivalent.mindspore or "").startswith(_NN):
                yield from _as_tuple(module, argument.value)


def _as_tuple(module: Module, node: ast.expr | None) -> Iterator[Match]:
    if node is None:
        return
    found = module.analysis.type_of(node)
    if found.kind != "list" and not (found.is_unknown and found.name == "iterator"):  # a list or a tuple, say
        return
    span = module.source.span(node)
    if isinstance(node, ast.List) and len(node.elts) > 1:
        opening, closing = Span(span.start, span.start + 1), Span(span.end - 1, span.end)
        yield Match((Edit(opening, ("(",)), Edit(closing, (")",))))
    elif not isinstance(node, ast.List):
        yield Match((Edit(span, ("tuple(", span, ")"), 1),))


def _is_numpy(module: Module, node: ast.expr) -> bool:
    """Whether it surely is one number of NumPy's."""
    return module.analysis.type_of(node) == NUMPY


def _is_counted(module: Module, node: ast.expr) -> bool:
    """``size`` or ``field.size`` for each of several: what data hold is counted, most often by NumPy (``column.max() + 1``)."""
    if not module.analysis.type_of(node).is_unknown:
        return False
    root = node.value if isinstance(node, ast.Attribute) else node
    if not isinstance(root, ast.Name):
        return False
    for above in module.source.above(node, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef):
        loops = [above] if isinstance(above, ast.For) else getattr(above, "generators", [])
        if any(one.id == root.id for loop in loops for one in ast.walk(loop.target) if isinstance(one, ast.Name)):
            return True
    return False


def _may_be_numpy(module: Module, node: ast.expr) -> bool:
    found = module.analysis.type_of(node)
    if found == NUMPY or found.kind == "ndarray":
        return True
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sum"):
        return False
    return found.is_unknown and len(node.args) == 1 and not node.keywords
