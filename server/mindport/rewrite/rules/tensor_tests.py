"""``hasattr(x, "detach")`` asks whether something is a tensor, and would say no of each: MindSpore's Tensors lack that member.

What the member does is rewritten where it is used, so the question is one of the class. Where other objects have such a member
too, theirs counts as before. The gradient, which has another name, is asked for by that one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindport.rewrite import held_names as names
from mindport.rewrite.arguments import attribute_name
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


def gradients(parameters):
    for p in parameters:
        if hasattr(p, "grad") and p.grad is not None:
            yield p.grad.abs().max()


def has_gradient(p: torch.Tensor):
    return getattr(p, "grad", None) is not None
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


def gradients(parameters):
    for p in parameters:
        if isinstance(p, Tensor) and p._grad is not None:
            yield p._grad.abs().max()


def has_gradient(p: Tensor):
    return getattr(p, "_grad", None) is not None
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
    if not module.source.imports_torch or "hasattr(" not in text and "getattr(" not in text:
        return
    for node in module.source.each(ast.Call):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id == "getattr" and len(node.args) > 1 and _is_gradient(module, node):
            yield Match((Edit(module.source.span(node.args[1]), ('"_grad"',)),))
        if node.func.id != "hasattr":
            continue
        if len(node.args) != 2 or node.keywords or not isinstance(node.args[1], ast.Constant):
            continue
        owner, name = node.args[0], node.args[1].value
        if not isinstance(name, str):
            continue
        if name not in _OF_TENSORS and name not in _OF_OTHERS_TOO or module.analysis.kind_of(owner) not in _MAYBE:
            if not _is_gradient(module, node):
                continue
            if isinstance(owner, ast.Name):
                for read in _read_beside(module, node, owner):
                    if module.api(read) is None:
                        yield Match((Edit(attribute_name(module.source, read), ("_grad",)),))
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


def _is_gradient(module: Module, call: ast.Call) -> bool:
    """Whether a tensor is asked for its gradient, which what is asked beside it may show."""
    owner, name = call.args[0], call.args[1]
    if not isinstance(name, ast.Constant) or name.value != "grad":
        return False
    if module.analysis.kind_of(owner) != "unknown":
        return module.analysis.kind_of(owner) == "tensor"
    return isinstance(owner, ast.Name) and any(_read_beside(module, call, owner))


def _read_beside(module: Module, call: ast.Call, owner: ast.Name) -> Iterator[ast.Attribute]:
    """``p.grad`` in the function that asks whether ``p`` has one; an object of the file's own may have one, too."""
    scope = names.scope_of(module.source, call)
    if scope is None or "self.grad" in module.source.text:
        return
    for node in module.source.within(scope):
        if isinstance(node, ast.Attribute) and node.attr == "grad" and isinstance(node.value, ast.Name):
            if node.value.id == owner.id and module.api(node) in (None, "torch.Tensor.grad"):
                yield node


def _stands_alone(module: Module, node: ast.Call) -> bool:
    """Whether an ``or`` can stand in its place without parentheses."""
    around = module.source.parent(node)
    return isinstance(around, (ast.If, ast.IfExp)) and around.test is node
