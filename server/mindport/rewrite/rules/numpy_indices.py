"""``x[:, top]`` with ``top`` a NumPy array or number: MindSpore indexes by Tensors, lists and Python's numbers.

A slice's bounds are Python's integers only.
"""

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
    (
        """
import numpy as np
import torch


def parts(x: torch.Tensor, sizes):
    ends = np.cumsum([0] + sizes)
    return [x[:, a:b] for a, b in zip(ends[:-1], ends[1:])], x[-ends[1]:]


class Crop(torch.nn.Module):
    def __init__(self, pad, scales):
        super().__init__()
        self.indent = pad * np.prod(scales)

    def forward(self, x):
        return x[:, self.indent:-self.indent]
""",
        """
import numpy as np
from mindspore import nn, Tensor


def parts(x: Tensor, sizes):
    ends = np.cumsum([0] + sizes)
    return [x[:, int(a):int(b)] for a, b in zip(ends[:-1], ends[1:])], x[int(-ends[1]):]


class Crop(nn.Cell):
    def __init__(self, pad, scales):
        super().__init__()
        self.indent = pad * np.prod(scales)

    def construct(self, x):
        return x[:, int(self.indent):int(-self.indent)]
""",
    ),
]
NOOPS = ["import numpy as np\n\nx = np.ones(3)[np.array([0, 2])]\n"]


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.nodes:
        if not isinstance(node, ast.Subscript) or module.analysis.kind_of(node.value) != "tensor":
            continue
        for item in node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]:
            if isinstance(item, ast.Slice):
                for bound in (item.lower, item.upper, item.step):
                    if bound is not None and _counts(module, bound):
                        span = module.source.span(bound)
                        yield Match((Edit(span, ("int(", span, ")"), 1),))
            elif _of_numpy(module, item):
                span = module.source.span(item)
                yield Match((Edit(span, (module.spelling.name("mindspore.Tensor") + "(", span, ")"), 1),))


def _of_numpy(module: Module, node: ast.expr) -> bool:
    found = module.analysis.type_of(node)
    return found.kind == "ndarray" or found == NUMPY


def _counts(module: Module, node: ast.expr) -> bool:
    """Whether a bound is a number of NumPy's, or calculated from one, in the class's attributes too."""
    if _of_numpy(module, node):
        return True
    if isinstance(node, ast.UnaryOp):
        return _counts(module, node.operand)
    if isinstance(node, ast.BinOp):
        return _counts(module, node.left) or _counts(module, node.right)
    if not isinstance(node, ast.Attribute) or not module.analysis.type_of(node).is_unknown:
        return False
    around: ast.AST | None = node
    while around is not None and not isinstance(around, ast.ClassDef):
        around = module.source.parent(around)
    text = ast.unparse(node)
    return any(
        isinstance(one, ast.Assign)
        and isinstance(one.value, ast.BinOp)
        and any(ast.unparse(target) == text for target in one.targets)
        and (_of_numpy(module, one.value.left) or _of_numpy(module, one.value.right))
        for one in (ast.walk(around) if around is not None else ())
    )
