"""What ``Variable(…)`` cuts off from how it was computed: values that networks have made, or that are computed of such ones."""

from __future__ import annotations

import ast

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
    return None if names.is_without_gradient(module.source, call) else data


def _is_leaf(call: ast.Call) -> bool:
    """Whether a gradient is asked for of what is made: a Parameter is cut off as it is."""
    asked = [keyword.value for keyword in call.keywords if keyword.arg == "requires_grad"]
    if len(call.args) > 1 and ast.unparse(call.func).endswith("Variable"):
        asked.append(call.args[1])
    return any(isinstance(one, ast.Constant) and bool(one.value) for one in asked)


def _is_recorded(module: Module, node: ast.expr, seen: set[tuple[int, str]]) -> bool:
    """Whether a network has made the value, or something that is computed of what one has made, or a Parameter is in it."""
    if isinstance(node, ast.Attribute):
        if node.attr in _WITHOUT:
            return False
        if module.parameters.has(node) or _is_recorded(module, node.value, seen):
            return True
        around = module.source.around(node, ast.ClassDef) if _is_of_self(node) else None
        return around is not None and _is_any_recorded(module, around, node, seen)
    if isinstance(node, ast.Name):
        scope = names.scope_of(module.source, node)
        return scope is not None and _is_any_recorded(module, scope, node, seen)
    if isinstance(node, ast.Subscript):
        return _is_recorded(module, node.value, seen)
    if isinstance(node, ast.Call):
        func = node.func
        if isinstance(func, ast.Attribute) and func.attr in _WITHOUT:
            return False
        if _is_network(module, func) or module.parameters.has(node) or _is_leaf(node):
            return True
        if _gives_recorded(module, func, seen):
            return True
        of = [func.value] if isinstance(func, ast.Attribute) else []
        return any(_is_recorded(module, one, seen) for one in (*of, *node.args))
    return any(_is_recorded(module, one, seen) for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr))


def _is_network(module: Module, func: ast.expr) -> bool:
    if module.analysis.type_of(func).kind == "module":
        return True
    name = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
    return module.analysis.kind_of(func) == "unknown" and bool(NAMED_MODULE.search(name))


def _is_any_recorded(module: Module, scope: ast.AST, place: ast.expr, seen: set[tuple[int, str]]) -> bool:
    """Whether one of the values that the name or ``self.fake`` may stand for in the function or class is recorded: what is given
    before or in the next turn of a loop, taken apart or not."""
    name = ast.unparse(place)
    if (id(scope), name) in seen:
        return False
    seen.add((id(scope), name))
    for node in module.source.within(scope):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                found = _part(target, node.value, name)
                if found is not None and _is_recorded(module, found, seen):
                    return True
    return False


def _part(target: ast.expr, value: ast.expr, name: str) -> ast.expr | None:
    if isinstance(target, (ast.Name, ast.Attribute)):
        return value if ast.unparse(target) == name else None
    if isinstance(target, (ast.Tuple, ast.List)):
        paired = isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts)
        for number, one in enumerate(target.elts):
            found = _part(one, value.elts[number] if paired else value, name)  # type: ignore[attr-defined]
            if found is not None:
                return found
    return None


def _gives_recorded(module: Module, func: ast.expr, seen: set[tuple[int, str]]) -> bool:
    """Whether a function of the file, or a method of the class, gives what a network has made."""
    within: ast.AST | None
    if isinstance(func, ast.Name):
        within, name = module.source.tree, func.id
    elif isinstance(func, ast.Attribute) and _is_of_self(func):
        within, name = module.source.around(func, ast.ClassDef), func.attr
    else:
        return False
    for function in within.body if isinstance(within, (ast.Module, ast.ClassDef)) else ():
        if not isinstance(function, ast.FunctionDef) or function.name != name or (id(function), "") in seen:
            continue
        seen.add((id(function), ""))
        for node in module.source.within(function):
            if (
                isinstance(node, ast.Return)
                and node.value is not None
                and not names.is_without_gradient(module.source, node)
            ):
                if names.scope_of(module.source, node) is function and _is_recorded(module, node.value, seen):
                    return True
    return False


def _is_of_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "self"
