"""``torch.max(x, 1).values`` becomes ``[0]``, ``.indices`` ``[1]``, and so on: MindSpore returns plain tuples."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite.arguments import receiver_span
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


def best(x: torch.Tensor):
    top = torch.topk(x, 2)
    sign = torch.linalg.slogdet(x).sign
    rows, columns = x.max(dim=1), x.max(dim=0)
    return x.max(dim=1).indices, top.values, sign, rows.indices, columns.values


class Best:
    def __init__(self, x: torch.Tensor, boxes):
        self.top = x.max(1)
        top = boxes.top
        print(top.values, self.top.values)
""",
        """
from mindspore import Tensor
from mindport_helpers import linalg_slogdet, topk


def best(x: Tensor):
    top = topk(x, 2)
    sign = linalg_slogdet(x)[0]
    rows, columns = x.max(dim=1), x.max(dim=0)
    return x.max(dim=1)[1], top[0], sign, rows[1], columns[0]


class Best:
    def __init__(self, x: Tensor, boxes):
        self.top = x.max(dim=1)
        top = boxes.top
        print(top.values, self.top[0])
""",
    ),
]
NOOPS = ["table = {}\nprint(table.values())\n"]

_VALUES = ("values", "indices")
_FIELDS: dict[str, tuple[str, ...]] = {
    f"{owner}.{name}": _VALUES
    for owner in ("torch", "torch.Tensor")
    for name in ("max", "min", "topk", "sort", "median", "nanmedian", "cummax", "cummin", "kthvalue", "mode")
} | {
    f"{owner}.{name}": fields
    for owner in ("torch", "torch.Tensor")
    for name, fields in {
        "aminmax": ("min", "max"),
        "frexp": ("mantissa", "exponent"),
        "qr": ("Q", "R"),
        "slogdet": ("sign", "logabsdet"),
        "svd": ("U", "S", "V"),
    }.items()
}
_FIELDS |= {
    "torch.linalg.cholesky_ex": ("L", "info"),
    "torch.linalg.eig": ("eigenvalues", "eigenvectors"),
    "torch.linalg.eigh": ("eigenvalues", "eigenvectors"),
    "torch.linalg.inv_ex": ("inverse", "info"),
    "torch.linalg.lu": ("P", "L", "U"),
    "torch.linalg.lu_factor": ("LU", "pivots"),
    "torch.linalg.qr": ("Q", "R"),
    "torch.linalg.slogdet": ("sign", "logabsdet"),
    "torch.linalg.svd": ("U", "S", "Vh"),
}
_Bound = dict[tuple[int, str], tuple[str, ...]]
_NAMES = frozenset(field for fields in _FIELDS.values() for field in fields)


def matches(module: Module) -> Iterator[Match]:
    bound: _Bound | None = None
    for node in module.source.each(ast.Attribute):
        if node.attr not in _NAMES or not isinstance(node.ctx, ast.Load):
            continue
        parent = module.source.parent(node)
        if isinstance(parent, ast.Call) and parent.func is node:
            continue
        bound = _bound(module) if bound is None else bound
        fields = _held(module, node.value, bound) or _fields(module, node.value)
        if node.attr not in fields:
            continue
        span = Span(receiver_span(module.source, node).end, module.source.span(node).end)
        yield Match((Edit(span, (f"[{fields.index(node.attr)}]",)),), frozenset([id(node)]))


def _fields(module: Module, node: ast.expr) -> tuple[str, ...]:
    """Names of the results of a call that gives several; of any other expression none."""
    return _FIELDS.get(module.api(node.func) or "", ()) if isinstance(node, ast.Call) else ()


def _held(module: Module, node: ast.expr, bound: _Bound) -> tuple[str, ...]:
    """Names of the results that a name, or an attribute, holds: of the innermost function that assigns it."""
    if isinstance(node, ast.Attribute):
        return bound.get((0, ast.unparse(node)), ())
    if not isinstance(node, ast.Name):
        return ()
    scope: ast.AST | None = names.scope_of(module.source, node)
    while scope is not None:
        if (id(scope), node.id) in bound:
            return bound[id(scope), node.id]
        if node.id in _arguments(scope):
            return ()
        above = module.source.parent(scope)
        scope = names.scope_of(module.source, above) if above is not None else None
    return ()


def _arguments(scope: ast.AST) -> frozenset[str]:
    if not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        return frozenset()
    given = scope.args
    return frozenset(one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs))


def _bound(module: Module) -> _Bound:
    """Names and attributes that hold such results wherever a function assigns them, with the names of the results."""
    found: dict[tuple[int, str], set[tuple[str, ...]]] = {}
    for node in module.source.each(ast.Assign):
        for target in node.targets:
            for held, value in _given(target, node.value):
                where = 0 if isinstance(held, ast.Attribute) else id(names.scope_of(module.source, held))
                of = _fields(module, value) if value is not None else ()
                found.setdefault((where, held.id if isinstance(held, ast.Name) else ast.unparse(held)), set()).add(of)
    return {held: next(iter(kinds)) for held, kinds in found.items() if len(kinds) == 1}


def _given(target: ast.expr, value: ast.expr | None) -> Iterator[tuple[ast.Name | ast.Attribute, ast.expr | None]]:
    """Each name of a target with what it is given, where that is written out: ``a, b = x.max(0), x.max(1)``."""
    if isinstance(target, (ast.Name, ast.Attribute)):
        yield target, value
    elif isinstance(target, (ast.Tuple, ast.List)):
        values: list[ast.expr | None] = [None] * len(target.elts)
        if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(values):
            if not any(isinstance(one, ast.Starred) for one in (*target.elts, *value.elts)):
                values = list(value.elts)
        for inner, one in zip(target.elts, values, strict=True):
            yield from _given(inner, one)
