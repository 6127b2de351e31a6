"""Whether what dictionaries have under a key is a tensor by all that the file puts there: ``s["m"] = torch.zeros_like(p)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite.rule import Module

_MAKING = frozenset(["zeros_like", "ones_like", "full_like", "empty_like", "clone", "zeros", "ones", "full", "detach"])


def is_tensor(module: Module, name: ast.Name, at: ast.AST) -> bool | None:
    """Whether the name stands for an item of a dictionary under such a key, ``m = state["m"]``; None where none tells."""
    source, scope = module.source, names.scope_of(module.source, name)
    if scope is None:
        return None
    values, _ = names.values_at(source, scope, name.id, at)
    keys = [_key(value) for value in values]
    if not keys or any(key is None for key in keys):
        return None
    known = source.kept(("tensors by key",), lambda: _tensors(module))
    told = [known.get(key) for key in keys if key is not None]
    return False if False in told else None if None in told else True


def _key(value: ast.expr | None) -> str | None:
    index: ast.expr | None = None
    if isinstance(value, ast.Subscript):
        index = value.slice
    elif (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Attribute)
        and value.func.attr in ("get", "setdefault")
    ):
        index = value.args[0] if value.args else None
    return index.value if isinstance(index, ast.Constant) and isinstance(index.value, str) else None


def _tensors(module: Module) -> dict[str, bool | None]:
    """The keys under which the file puts something, and whether that is a tensor each time; None where that is not known."""
    found: dict[str, bool | None] = {}
    for key, value in _items(module):
        one = _is_tensor(module, value)
        found[key] = one if key not in found or one is False or found[key] is True else found[key]
    return found


def _items(module: Module) -> Iterator[tuple[str, ast.expr]]:
    for node in module.source.nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Subscript) and (key := _key(target)) is not None:
                    yield key, node.value
        elif isinstance(node, ast.Dict):
            for one, value in zip(node.keys, node.values, strict=True):
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield one.value, value
        elif isinstance(node, ast.Call):
            if (key := _key(node)) is not None and len(node.args) == 2:
                yield key, node.args[1]
            elif isinstance(node.func, ast.Name) and node.func.id == "dict":
                yield from ((keyword.arg, keyword.value) for keyword in node.keywords if keyword.arg is not None)


def _is_tensor(module: Module, value: ast.expr) -> bool | None:
    kind = module.analysis.kind_of(value)
    api = module.api(value) if isinstance(value, ast.Call) else None
    if kind == "tensor" or api is not None and api.startswith("torch.") and api.rpartition(".")[2] in _MAKING:
        return True
    return None if kind == "unknown" and not isinstance(value, ast.Constant) else False
