"""What is a mask: the result of a comparison, of what asks each element, or what is called one; and what its places are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite.rule import Module

_CALLED = re.compile(r"(?:^|_)(?:mask|masks|masked|inside|outside|valid|keep)(?:_|$)")
LOGICAL = frozenset(
    f"torch.{owner}{name}"
    for owner in ("", "Tensor.")
    for name in (
        *("eq", "ne", "lt", "le", "gt", "ge", "isnan", "isinf", "isfinite", "isclose", "bool"),
        *("logical_and", "logical_or", "logical_not", "logical_xor", "isin", "isposinf", "isneginf", "any", "all"),
    )
)
_FOUND = frozenset(
    f"torch.{owner}{name}" for owner in ("", "Tensor.") for name in ("nonzero", "where", "argwhere", "masked_select")
)
_FORMS = frozenset(
    [
        *("squeeze", "view", "reshape", "flatten", "ravel", "t", "unbind"),
        *("long", "int", "to", "contiguous", "cpu", "cuda", "detach"),
    ]
)
_DEPTH = 3


def assigned(module: Module) -> set[str]:
    """Variables that are given the result of a comparison."""
    found: set[str] = set()
    for node in module.source.each(ast.Assign):
        for target in node.targets:
            for name, value in _pairs(target, node.value):
                if isinstance(name, ast.Name) and is_mask(module, value, found):
                    found.add(name.id)
    return found


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """``mask`` and ``x > 0`` of ``mask, rows = x > 0, (x > 0).any(1)``."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        yield from zip(target.elts, value.elts)
    else:
        yield target, value


def is_mask(module: Module, node: ast.expr, masks: set[str], called: bool = True) -> bool:
    """Whether an index is a mask, by what it is calculated from, or also by what it is ``called``. ``masks``: as of
    ``assigned``."""
    if isinstance(node, ast.Name):
        return node.id in masks or called and _CALLED.search(node.id) is not None
    if isinstance(node, ast.Attribute):
        return called and _CALLED.search(node.attr) is not None
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Invert) and is_mask(module, node.operand, masks)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, (ast.BitAnd, ast.BitOr)) and is_mask(module, node.left, masks, called)
    return isinstance(node, ast.Compare) or isinstance(node, ast.Call) and module.api(node.func) in LOGICAL


def are_places(module: Module, index: ast.expr, masks: set[str], depth: int = _DEPTH) -> bool:
    """Whether the places are those of which something holds: perhaps none."""
    if isinstance(index, ast.Call):
        if (module.api(index) or "") in _FOUND:
            return len(index.args) < 2
        func = index.func
        return isinstance(func, ast.Attribute) and func.attr in _FORMS and are_places(module, func.value, masks, depth)
    if isinstance(index, ast.Subscript):
        if is_mask(module, index.slice, masks):
            return module.analysis.kind_of(index.value) == "tensor" and are_places(module, index.value, masks, depth)
        return are_places(module, index.value, masks, depth)
    if (
        not isinstance(index, ast.Name)
        or not depth
        or module.analysis.kind_of(index) not in ("tensor", "tuple", "unknown")
    ):
        return False
    scope = names.scope_of(module.source, index)
    values = names.values_at(module.source, scope, index.id, index)[0] if scope is not None else []
    return any(value is not None and are_places(module, value, masks, depth - 1) for value in values)
