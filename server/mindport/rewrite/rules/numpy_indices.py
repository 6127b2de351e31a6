"""``x[:, top]`` with ``top`` a NumPy array or number: MindSpore indexes by Tensors, lists and Python's numbers."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.semantics.types import NUMPY
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def strongest(x: torch.Tensor):
    top = x.argmax(0).cpu().numpy()
    return x[:, top], top[0]
""",
        """
from mindspore import Tensor


def strongest(x: Tensor):
    top = x.argmax(0).asnumpy()
    return x[:, Tensor(top)], top[0]
""",
    ),
]
NOOPS = ["import numpy as np\n\nx = np.ones(3)[np.array([0, 2])]\n"]


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.nodes:
        if not isinstance(node, ast.Subscript) or module.analysis.kind_of(node.value) != "tensor":
            continue
        for item in node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]:
            found = module.analysis.type_of(item)
            if found.kind == "ndarray" or found == NUMPY:
                span = module.source.span(item)
                yield Match((Edit(span, (module.spelling.name("mindspore.Tensor") + "(", span, ")"), 1),))
