"""``x[:, top]`` with ``top`` a NumPy array or number: MindSpore indexes by Tensors, lists and Python's numbers.

A slice's bounds are Python's integers only.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
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


def bones(x: torch.Tensor, skeleton):
    return x[:, 1:] - x[:, skeleton.parents()[1:]]
""",
        """
from mindspore import Tensor


def strongest(x: Tensor):
    top = x.argmax(0).asnumpy()
    return x[:, Tensor(top)], top[0]


def bones(x: Tensor, skeleton):
    return x[:, 1:] - x[:, Tensor(skeleton.parents()[1:])]
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
EXAMPLES += [
    (
        """
import numpy as np
import torch


def corner(x: torch.Tensor, rows, columns):
    upper = np.triu_indices(3, 1)
    return x[np.ix_(rows, columns)], x[upper], x[np.where(np.eye(3) > 0)], x[np.where(rows > 0, 0, 1)]
""",
        """
import numpy as np
from mindspore import Tensor


def corner(x: Tensor, rows, columns):
    upper = np.triu_indices(3, 1)
    return x[tuple(map(Tensor, np.ix_(rows, columns)))], x[tuple(map(Tensor, upper))], x[tuple(map(Tensor, np.where(np.eye(3) > 0)))], x[Tensor(np.where(rows > 0, 0, 1))]
""",  # noqa: E501
    ),
]
EXAMPLES += [
    (
        """
import numpy as np
import torch


def marked(image: torch.Tensor, width):
    for place in np.random.choice(9, size=4, replace=False):
        row, column = int(place / width), place % width
        left = place // width
        image[row, column] = 1
        image[left, place % width] = 2
    return image
""",
        """
import numpy as np
from mindspore import Tensor


def marked(image: Tensor, width):
    for place in np.random.choice(9, size=4, replace=False):
        row, column = int(place / width), place % width
        left = place // width
        image[row, Tensor(column)] = 1
        image[Tensor(left), Tensor(place % width)] = 2
    return image
""",
    ),
]
NOOPS = ["import numpy as np\n\nx = np.ones(3)[np.array([0, 2])]\n"]

_SEVERAL = frozenset(["ix_", "nonzero", "triu_indices", "tril_indices", "diag_indices", "unravel_index"])


def matches(module: Module) -> Iterator[Match]:
    of_numpy = "numpy" in module.source.text
    for node in module.source.each(ast.Subscript):
        if module.analysis.kind_of(node.value) != "tensor":
            continue
        if _gives_several(module, node.slice):
            span = module.source.span(node.slice)
            tensor = module.spelling.name("mindspore.Tensor")
            yield Match((Edit(span, (f"tuple(map({tensor}, ", span, "))"), 1),))
            continue
        for item in node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]:
            if isinstance(item, ast.Slice):
                for bound in (item.lower, item.upper, item.step):
                    if bound is not None and _counts(module, bound):
                        span = module.source.span(bound)
                        yield Match((Edit(span, ("int(", span, ")"), 1),))
            elif (
                _of_numpy(module, item)
                or of_numpy
                and _calculated(module, item)
                or isinstance(node.slice, ast.Tuple)
                and _is_part_of_unknown(module, item)
            ):
                span = module.source.span(item)
                yield Match((Edit(span, (module.spelling.name("mindspore.Tensor") + "(", span, ")"), 1),))


def _gives_several(module: Module, node: ast.expr) -> bool:
    """Whether the index is a tuple of arrays, one for each axis, or a name for one."""
    if isinstance(node, ast.Name):
        scope = names.scope_of(module.source, node)
        values = names.values_at(module.source, scope, node.id, node)[0] if scope is not None else []
        return bool(values) and all(isinstance(one, ast.Call) and _gives_several(module, one) for one in values)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    owner, name = node.func.value, node.func.attr
    if not isinstance(owner, ast.Name) or owner.id not in ("np", "numpy"):
        return False
    return name in _SEVERAL or (name == "where" and len(node.args) == 1)


def _of_numpy(module: Module, node: ast.expr) -> bool:
    found = module.analysis.type_of(node)
    return found.kind == "ndarray" or found == NUMPY


def _calculated(module: Module, node: ast.expr) -> bool:
    """Whether an index, of which no more is known, is calculated from a number of NumPy's: a Tensor is made of a Tensor, too."""
    if isinstance(node, ast.BinOp):
        if not module.analysis.type_of(node).is_unknown:
            return False
        return any(_of_numpy(module, one) or _calculated(module, one) for one in (node.left, node.right))
    if not isinstance(node, ast.Name) or not module.analysis.type_of(node).is_unknown:
        return False
    scope = names.scope_of(module.source, node)
    values = names.values_at(module.source, scope, node.id, node)[0] if scope is not None else []
    return bool(values) and all(isinstance(one, ast.BinOp) and _calculated(module, one) for one in values)


def _is_part_of_unknown(module: Module, node: ast.expr) -> bool:
    """``parents()[1:]``: beside other indices a list, an array or a tensor; a Tensor is made of each."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Slice):
        return False
    return isinstance(node.value, ast.Call) and module.analysis.type_of(node).is_unknown


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
    around = module.source.around(node, ast.ClassDef)
    text = ast.unparse(node)
    return any(
        isinstance(one, ast.Assign)
        and isinstance(one.value, ast.BinOp)
        and any(ast.unparse(target) == text for target in one.targets)
        and (_of_numpy(module, one.value.left) or _of_numpy(module, one.value.right))
        for one in (module.source.within(around) if around is not None else ())
    )
