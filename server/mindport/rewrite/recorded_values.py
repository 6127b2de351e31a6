"""Expressions that gradients lead on through: MindSpore's ``Parameter(…)`` of one is no leaf, and gets no gradient itself."""

from __future__ import annotations

import ast
from typing import Final

from mindport.rewrite import held_names as names
from mindport.rewrite.site import Site

# fmt: off
_WITHOUT: Final = frozenset([
    "data", "grad", "shape", "detach", "detach_", "item", "size", "numpy", "tolist", "numel", "argmax", "argmin", "argsort",
    "long", "int", "bool", "dim", "ndim", "dtype", "device", "random_", "normal_", "uniform_",
])
# fmt: on
_SHOWN: Final = frozenset(["T", "mT", "real", "imag", "H"])


def cut_off(site: Site, made: ast.expr) -> bool:
    """Whether ``made``, which becomes a Parameter as soon as it is computed, has to be cut off from how it was computed."""
    if isinstance(made, (ast.Name, ast.Constant)):
        return False  # what has a name of its own is copied
    if isinstance(made, ast.Attribute) and made.attr not in _SHOWN:
        return False
    return _is_recorded(site, made) and not names.is_without_gradient(site.source, made)


def _is_recorded(site: Site, node: ast.expr) -> bool:
    if isinstance(node, ast.Name):
        return site.context.type_of(node) == "tensor" and not _is_made_of_nothing(site, node)
    if isinstance(node, ast.Attribute):
        if node.attr in _WITHOUT:
            return False
        if node.attr in _SHOWN:
            return _is_recorded(site, node.value)
        return site.is_parameter(node) or site.context.type_of(node) == "tensor"
    if isinstance(node, ast.Call):
        func = node.func
        if isinstance(func, ast.Attribute) and func.attr in _WITHOUT:
            return False
        of = [func.value] if isinstance(func, ast.Attribute) and site.context.type_of(func.value) == "tensor" else []
        return any(_is_recorded(site, one) for one in (*of, *node.args))
    if isinstance(node, ast.Subscript):
        return _is_recorded(site, node.value)
    if isinstance(node, (ast.BinOp, ast.UnaryOp, ast.IfExp, ast.List, ast.Tuple, ast.Starred)):
        return any(_is_recorded(site, one) for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr))
    return False


def _is_made_of_nothing(site: Site, name: ast.Name) -> bool:
    """Whether all that the name stands for there, as far as the file says, is made of no tensor: ``torch.zeros(3)``."""
    scope = names.scope_of(site.source, name)
    if scope is None:
        return False
    if names.is_argument(site.source, name):  # seldom a Parameter, but for what is made like it
        return isinstance(site.source.parent(name), ast.BinOp)
    values, _ = names.values_at(site.source, scope, name.id, name)
    return all(
        isinstance(one, ast.Call)
        and (site.apis.get(id(one.func)) or "").startswith("torch.")
        and not any(keyword.arg == "requires_grad" for keyword in one.keywords)
        and not any(site.context.type_of(given) == "tensor" for given in (*one.args, *(k.value for k in one.keywords)))
        and not (isinstance(one.func, ast.Attribute) and site.context.type_of(one.func.value) == "tensor")
        for one in values
    )
