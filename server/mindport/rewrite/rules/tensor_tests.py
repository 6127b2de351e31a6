"""``hasattr(x, "detach")`` asks whether something is a tensor, and would say no of each: MindSpore's Tensors lack that member.

What the member does is rewritten where it is used, so the question is one of the class. Where other objects have such a member
too, theirs counts as before.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch
import numpy as np


def to_numpy(x):
    return x.detach().cpu().numpy() if hasattr(x, "detach") else np.asarray(x)


def several(parts):
    return [p.tolist() for p in parts if hasattr(p, "cuda") and len(p)]


def freeze(part):
    if hasattr(part, "requires_grad_"):
        part.requires_grad_(False)
""",
        """
from mindspore import nn, ops, Tensor
import numpy as np


def to_numpy(x):
    return ops.stop_gradient(x).asnumpy() if isinstance(x, Tensor) else np.asarray(x)


def several(parts):
    return [p.tolist() for p in parts if (hasattr(p, "cuda") or isinstance(p, Tensor)) and len(p)]


def freeze(part):
    if isinstance(part, (Tensor, nn.Cell)):
        part.requires_grad_(False)
""",
    ),
]
NOOPS = [
    "import math\n\nok = hasattr(math, 'detach')\n",
    "def of(box):\n    return box.cpu() if hasattr(box, 'cpu') else box\n",
]

_OF_TENSORS: Final = frozenset(
    ["detach", "detach_", "requires_grad", "requires_grad_", "is_leaf", "grad_fn", "is_cuda"]
)
_OF_MODULES_TOO: Final = frozenset(["requires_grad_"])
_OF_OTHERS_TOO: Final = frozenset(["cpu", "cuda", "backward"])
_MAYBE: Final = frozenset(["unknown", "tensor"])


def matches(module: Module) -> Iterator[Match]:
    text = module.source.text
    if "hasattr(" not in text or not module.source.imports_torch:
        return
    for node in module.source.each(ast.Call):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != "hasattr":
            continue
        if len(node.args) != 2 or node.keywords or not isinstance(node.args[1], ast.Constant):
            continue
        owner, name = node.args[0], node.args[1].value
        if name not in _OF_TENSORS and name not in _OF_OTHERS_TOO or module.analysis.kind_of(owner) not in _MAYBE:
            continue
        if isinstance(owner, ast.Name) and owner.id in ("self", "cls"):
            continue
        span = module.source.span
        classes = module.spelling.name("mindspore.Tensor")
        if name in _OF_MODULES_TOO:
            classes = f"({classes}, {module.spelling.name('mindspore.nn.Cell')})"
        asked: list[str | Span] = ["isinstance(", span(owner), ", ", classes, ")"]
        if (name in _OF_OTHERS_TOO or f"def {name}(" in text) and isinstance(owner, (ast.Name, ast.Attribute)):
            alone = _stands_alone(module, node)
            kept: list[str | Span] = ["hasattr(", ast.unparse(owner), ", ", span(node.args[1]), ") or "]
            asked = [*kept, *asked] if alone else ["(", *kept, *asked, ")"]
        yield Match((Edit(span(node), tuple(asked), 1),))


def _stands_alone(module: Module, node: ast.Call) -> bool:
    """Whether an ``or`` can stand in its place without parentheses."""
    around = module.source.parent(node)
    return isinstance(around, (ast.If, ast.IfExp)) and around.test is node
