"""What ``Variable(…)`` cuts off from how it was computed: values that networks have made, or that are computed of such ones."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite.rule import Module
from mindport.semantics.usage import NAMED_MODULE

_WITHOUT = frozenset(
    ["data", "grad", "shape", "detach", "item", "size", "numpy", "numel", "argmax", "argmin", "eq", "long"]
)


def by_variable(module: Module, call: ast.Call) -> ast.expr | None:
    """What the call cuts off; None where no gradient could lead on through it, and for what it makes a leaf."""
    if module.certain_api(call) != "torch.autograd.Variable" or _is_leaf(call):
        return None
    data = call.args[0] if call.args else next((k.value for k in call.keywords if k.arg == "data"), None)
    if data is None or isinstance(data, ast.Starred) or not _is_recorded(module, data, set()):
        return None
    return None if _is_within_no_grad(module, call) else data


def _is_leaf(call: ast.Call) -> bool:
    """Whether a gradient is asked for of what is made: a Parameter is cut off as it is."""
    asked = [keyword.value for keyword in call.keywords if keyword.arg == "requires_grad"]
    if len(call.args) > 1 and ast.unparse(call.func).endswith("Variable"):
        asked.append(call.args[1])
    return any(isinstance(one, ast.Constant) and bool(one.value) for one in asked)


def _is_recorded(module: Module, node: ast.expr, seen: set[str]) -> bool:
    """Whether a network has made the value, or something that is computed of what one has made, or a Parameter is in it."""
    if isinstance(node, ast.Attribute):
        return node.attr not in _WITHOUT and (module.parameters.has(node) or _is_recorded(module, node.value, seen))
    if isinstance(node, ast.Name):
        if node.id in seen:
            return False
        seen.add(node.id)
        return any(_is_recorded(module, value, seen) for value in _values(module, node))
    if isinstance(node, ast.Subscript):
        return _is_recorded(module, node.value, seen)
    if isinstance(node, ast.Call):
        func = node.func
        if isinstance(func, ast.Attribute) and func.attr in _WITHOUT:
            return False
        if _is_network(module, func) or module.parameters.has(node) or _is_leaf(node):
            return True
        of = [func.value] if isinstance(func, ast.Attribute) else []
        return any(_is_recorded(module, one, seen) for one in (*of, *node.args))
    return any(_is_recorded(module, one, seen) for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr))


def _is_network(module: Module, func: ast.expr) -> bool:
    if module.analysis.type_of(func).kind == "module":
        return True
    name = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
    return module.analysis.kind_of(func) == "unknown" and bool(NAMED_MODULE.search(name))


def _values(module: Module, name: ast.Name) -> Iterator[ast.expr]:
    """What the name may stand for in the function, before or in the next turn of a loop, taken apart or not."""
    scope = names.scope_of(module.source, name)
    for node in ast.walk(scope) if scope is not None else ():
        if isinstance(node, ast.Assign):
            for target in node.targets:
                found = _part(target, node.value, name.id)
                if found is not None:
                    yield found


def _part(target: ast.expr, value: ast.expr, name: str) -> ast.expr | None:
    if isinstance(target, ast.Name):
        return value if target.id == name else None
    if isinstance(target, (ast.Tuple, ast.List)):
        paired = isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts)
        for number, one in enumerate(target.elts):
            found = _part(one, value.elts[number] if paired else value, name)  # type: ignore[attr-defined]
            if found is not None:
                return found
    return None


def _is_within_no_grad(module: Module, node: ast.AST) -> bool:
    current: ast.AST | None = node
    while current is not None:
        if names.stops_gradients(current):
            return True
        current = module.source.parent(current)
    return False
