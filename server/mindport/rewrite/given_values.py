"""What a value may be by other functions of the file: what they return, or what calls of this one give."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names, object_holders
from mindport.rewrite.rule import Module


def sources(module: Module, value: ast.expr, depth: int = 3) -> Iterator[ast.expr]:
    """What the value may be by other functions of the file: what they return, or give for an argument."""
    if not depth:
        return
    if isinstance(value, ast.BinOp):
        yield from (one for side in (value.left, value.right) for one in sources(module, side, depth))
    elif isinstance(value, ast.Subscript):
        yield from sources(module, value.value, depth)
    elif isinstance(value, ast.Call):
        for one in _returned(module, value):
            yield one
            yield from sources(module, one, depth - 1)
    elif isinstance(value, ast.Name):
        scope = held_names.scope_of(module.source, value)
        reaching = held_names.values_at(module.source, scope, value.id, value)[0] if scope is not None else []
        for reached in reaching:
            if reached is not None:
                yield from sources(module, reached, depth - 1)
            elif isinstance(scope, ast.FunctionDef):
                for _, given in object_holders.given(module.source, scope, value.id):
                    yield given
                    yield from sources(module, given, depth - 1)


def _returned(module: Module, call: ast.Call) -> Iterator[ast.expr]:
    """What the function of the file returns that is called, by its name or as a method of ``self``."""
    func = call.func
    own = isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id == "self"
    name = func.id if isinstance(func, ast.Name) else func.attr if own and isinstance(func, ast.Attribute) else ""
    for function in module.source.each(ast.FunctionDef) if name else ():
        if function.name == name and isinstance(module.source.parent(function), ast.ClassDef) == own:
            for one in module.source.within(function):
                if isinstance(one, ast.Return) and one.value is not None:
                    yield one.value
