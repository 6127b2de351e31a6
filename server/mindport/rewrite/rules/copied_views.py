"""``x[0].copy_(y)`` becomes ``x[0] = y``: on a CPU, ``copy_`` of MindSpore writes a view's elements to the wrong place."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite import holders
from mindport.rewrite.arguments import ArgumentList
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.site import Site
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def fill(x: torch.Tensor, y: torch.Tensor, parts):
    x[0].copy_(y)
    x[:, 1].copy_(y[0], non_blocking=True)  # a column
    row = x[1]
    row.copy_(y)
    x.narrow(0, 1, 2).copy_(y)
    x.copy_(y)
    parts["a"].copy_(y)
""",
        """
from mindspore import mint, Tensor


def fill(x: Tensor, y: Tensor, parts):
    x[0] = y
    x[:, 1] = y[0]  # a column
    row = x[1]
    row[...] = y
    mint.narrow(x, 0, 1, 2)[:] = y
    x.copy_(y)
    parts["a"].copy_(y)
""",
    ),
]
NOOPS = ["def copy(x, y):\n    x[0].copy_(y)\n"]

_COPY = "torch.Tensor.copy_"


def matches(module: Module) -> Iterator[Match]:
    if ".copy_(" not in module.source.text or not module.source.imports_torch:
        return
    site = Site(module.source, module.spelling, module.context)
    for node in module.source.nodes:
        if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
            continue
        call = node.value
        if not isinstance(call.func, ast.Attribute) or module.api(call) != _COPY:
            continue
        given = call.args[0] if call.args else next((k.value for k in call.keywords if k.arg == "src"), None)
        written = _written(site, call.func.value, call)
        if given is not None and written is not None:
            target, value = module.source.span(call.func.value), ArgumentList(module.source, call).item(given).value
            parts = (target, f"{written} = ", value)
            yield Match((Edit(module.source.span(node), parts),), frozenset([id(call.func)]))


def _written(site: Site, target: ast.expr, call: ast.Call) -> str | None:
    """The index by which the elements of a view are set; ``None`` where the tensor is no view."""
    if isinstance(target, ast.Subscript):
        if holders.is_copy(site, target):
            return None
        return "" if holders.is_of_tensor(site, target) else None
    if isinstance(target, ast.Call):
        whole = isinstance(target.func, ast.Attribute) and target.func.attr == "detach"
        return "[:]" if holders.is_view(site, target) and not whole else None
    scope = names.scope_of(site.source, target)
    if not isinstance(target, ast.Name) or scope is None or not names.made_here(site.source, target):
        return None
    reaching, _ = names.values_at(site.source, scope, target.id, call)
    if len(reaching) != 1:
        return None
    value = reaching[0]
    if isinstance(value, ast.Subscript) and _written(site, value, call) == "":
        return "[...]"
    return "[:]" if isinstance(value, ast.Call) and holders.is_view(site, value) else None
