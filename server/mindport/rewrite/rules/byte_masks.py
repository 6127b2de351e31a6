"""``x[mask.byte()]``: torch takes Tensors of bytes for masks, MindSpore only such of booleans."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


def kept(x: torch.Tensor, mask: torch.Tensor):
    return x[mask.byte()], x[0, mask.to(torch.uint8)]
""",
        """
from mindspore import Tensor


def kept(x: Tensor, mask: Tensor):
    return x[mask.bool()], x[0, mask.bool()]
""",
    ),
    (
        """
import torch


def step(x: torch.Tensor, y: torch.Tensor, mask: torch.ByteTensor, given: torch.Tensor):
    x = torch.where(mask[0].unsqueeze(1), x, y)
    ones = torch.ones_like(x, dtype=torch.uint8)
    return torch.where(ones, x, y), torch.where(given, x, y), y.where(ones > 0, x)
""",
        """
import mindspore as ms
from mindspore import mint, ops, Tensor


def step(x: Tensor, y: Tensor, mask: Tensor, given: Tensor):
    x = mint.where(mask[0].unsqueeze(1).bool(), x, y)
    ones = ops.ones_like(x, dtype=ms.uint8)
    return mint.where(ones.bool(), x, y), mint.where(given, x, y), ops.where(ones > 0, y, x)
""",
    ),
    (
        """
import torch


def chosen(x: torch.Tensor, near: torch.Tensor):
    mask = near.unsqueeze(1).byte()
    rest = torch.zeros(3, dtype=torch.uint8)
    rest = torch.ones(3, dtype=torch.uint8)
    x[rest] = 0
    place = near.byte()
    place = place.argmax(0)
    return x[mask.data], x[0, mask], x[place]
""",
        """
import mindspore as ms
from mindspore import mint, Tensor


def chosen(x: Tensor, near: Tensor):
    mask = near.unsqueeze(1).byte()
    rest = mint.zeros(3, dtype=ms.uint8)
    rest = mint.ones(3, dtype=ms.uint8)
    x[rest.bool()] = 0
    place = near.byte()
    place = place.argmax(0)
    return x[mask.data.bool()], x[0, mask.bool()], x[place]
""",
    ),
]
NOOPS = ["def first(table, name):\n    return table[name.byte()]\n"]

_CHOOSING = frozenset(["torch.where", "torch.Tensor.where"])
_SAME_TYPE = frozenset(
    [
        "unsqueeze",
        "squeeze",
        "view",
        "reshape",
        "expand",
        "expand_as",
        "transpose",
        "permute",
        "t",
        "contiguous",
        "repeat",
    ]
)
_BYTES = ("torch.uint8", "torch.ByteTensor")


def matches(module: Module) -> Iterator[Match]:
    yield from _choices(module)
    text = module.source.text
    if not any(word in text for word in ("byte", "Byte", "uint8")):
        return
    for node in module.source.each(ast.Subscript):
        if module.analysis.kind_of(node.value) != "tensor":
            continue
        for item in node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]:
            if isinstance(item, ast.Call) and isinstance(item.func, ast.Attribute) and _makes_bytes(module, item):
                receiver = module.source.span(item.func.value)
                handled = frozenset(id(n) for n in (item.func, *item.args))
                yield Match((Edit(module.source.span(item), (receiver, ".bool()")),), handled)
            elif isinstance(item, (ast.Name, ast.Attribute)) and _is_of_bytes(module, item, in_all=True):
                end = module.source.span(item).end
                yield Match((Edit(Span(end, end), (".bool()",)),))


def _makes_bytes(module: Module, call: ast.Call) -> bool:
    """Whether the call of a Tensor's method casts to bytes and does nothing else."""
    api = module.api(call.func)
    if api == "torch.Tensor.byte":
        return not call.args and not call.keywords
    if api in ("torch.Tensor.to", "torch.Tensor.type"):
        return len(call.args) == 1 and not call.keywords and module.api(call.args[0]) in _BYTES
    return False


def _choices(module: Module) -> Iterator[Match]:
    """``torch.where(mask, x, y)`` where the mask is one of bytes by its declaration or as it was made."""
    for finding in list(module.findings.values()):
        use = finding.use
        if use.api in _CHOOSING and use.bound is not None and "input" in use.bound.arguments:
            condition = use.bound.value("condition")
            if condition is not None and _is_of_bytes(module, condition):
                end = module.source.span(condition).end
                yield Match((Edit(Span(end, end), (".bool()",)),))


def _is_of_bytes(module: Module, node: ast.expr, *, in_all: bool = False) -> bool:
    """``in_all``: whether every value that the name is given is one of bytes, not just one."""
    while isinstance(node, (ast.Subscript, ast.Call, ast.Attribute)):
        if isinstance(node, ast.Subscript) or isinstance(node, ast.Attribute) and node.attr == "data":
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _SAME_TYPE:
            node = node.func.value
        else:
            return False
    scope = names.scope_of(module.source, node) if isinstance(node, ast.Name) else None
    if scope is None or not isinstance(node, ast.Name):
        return False
    given = [
        one for one in ast.walk(scope) if isinstance(one, ast.arg) and one.arg == node.id and one.annotation is not None
    ]
    if any("ByteTensor" in ast.unparse(one.annotation) for one in given if one.annotation is not None):
        return True
    bindings = names.bindings_of(module.source, scope, node.id)
    made = [value for _, value in bindings if isinstance(value, ast.Call)]
    if in_all:
        stored = [one for one in ast.walk(scope) if isinstance(one, ast.Name) and one.id == node.id]
        if len(made) < len([one for one in stored if isinstance(one.ctx, ast.Store)]) or given or not made:
            return False
    return (all if in_all else any)(_gives_bytes(module, value) for value in made)


def _gives_bytes(module: Module, call: ast.Call) -> bool:
    if isinstance(call.func, ast.Attribute) and _makes_bytes(module, call):
        return True
    return any(k.arg == "dtype" and module.api(k.value) == "torch.uint8" for k in call.keywords)
