"""What the class of a data set tells of its samples: their items, whether these are plain arrays, and what computes them."""

from __future__ import annotations

import ast

from mindport.rewrite import held_names as held
from mindport.rewrite import samples
from mindport.rewrite.rule import Module

_COLLECTIONS = (ast.Tuple, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.JoinedStr)


def holds_more_than_arrays(module: Module, found: ast.ClassDef) -> bool:
    """Whether an item of a sample is a collection, which torch puts together part by part, or a text, of which it makes a list:
    MindSpore makes one array of either."""
    method = samples.getter(found)
    if method is None:
        return False
    for node in ast.walk(method):
        if isinstance(node, ast.Return) and node.value is not None:
            items = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            values = [*items]
            for item in items:
                if isinstance(item, ast.Name):
                    values += [
                        value for _, value in held.bindings_of(module.source, method, item.id) if value is not None
                    ]
            if any(isinstance(one, _COLLECTIONS) or module.analysis.kind_of(one) == "str" for one in values):
                return True
    return False


def hands_on(module: Module, dataset: ast.expr) -> bool:
    """Whether the data set calls what it was given, a transform for instance, which may compute with tensors: in a process forked
    from one that has done so, MindSpore would wait forever."""
    found = class_of(module, dataset)
    own = (
        [s for s in found.body if isinstance(s, ast.FunctionDef) and s.name == "__getitem__"]
        if found is not None
        else []
    )
    return any(
        isinstance(n, ast.Call)
        and isinstance(n.func, ast.Attribute)
        and isinstance(n.func.value, ast.Name)
        and n.func.value.id == "self"
        for method in own
        for n in ast.walk(method)
    )


def class_of(module: Module, dataset: ast.expr) -> ast.ClassDef | None:
    """The class that ``dataset`` is an instance of: in this file, or imported from the project."""
    constructor = dataset
    if isinstance(dataset, ast.Name):
        values = _values_of(module, dataset)
        if len({ast.unparse(value.func) if isinstance(value, ast.Call) else "" for value in values}) > 1:
            return None
        constructor = values[-1] if values else dataset
    if not isinstance(constructor, ast.Call) or not isinstance(constructor.func, ast.Name):
        return None
    return module.class_named(constructor.func.id)


def _values_of(module: Module, name: ast.Name) -> list[ast.expr]:
    """What the name is bound to: in its function, or else wherever the file does so."""
    scope = held.scope_of(module.source, name)
    found = [value for _, value in held.bindings_of(module.source, scope, name.id)] if scope is not None else []
    if not found:
        targets = [(n.targets, n.value) for n in module.source.each(ast.Assign)]
        found = [v for some, v in targets if any(isinstance(t, ast.Name) and t.id == name.id for t in some)]
    return [value for value in found if value is not None]


def returned_columns(found: ast.ClassDef) -> list[str] | None:
    method = samples.getter(found)
    if method is None:
        return None
    returns = [n.value for n in ast.walk(method) if isinstance(n, ast.Return)]
    tuples = [r.elts for r in returns if isinstance(r, ast.Tuple)]
    if not tuples or len(tuples) != len(returns) or len({len(items) for items in tuples}) != 1:
        return None  # MindSpore makes a list of what is a sample by itself: ``for x in loader`` gives ``[x]``
    items = tuples[-1]
    own = {n.id for n in ast.walk(method) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    own |= {argument.arg for argument in method.args.args[1:]}
    names: list[str] = []
    for index, item in enumerate(items):
        name = _name_of(item, own)
        names.append(name if name and name not in names else f"item_{index}")
    return names


def _name_of(node: ast.expr, variables: set[str]) -> str | None:
    """A telling name for a returned item: a variable, the one that a conversion is called on, or the key that it is read by."""
    if isinstance(node, ast.Name):
        return node.id
    near: list[ast.expr] = []
    if isinstance(node, ast.Call):
        near = node.args[:1] + ([node.func.value] if isinstance(node.func, ast.Attribute) else [])
    for one in near:
        if isinstance(one, ast.Name) and one.id in variables:
            return one.id
    keys = [n.slice.value for n in ast.walk(node) if isinstance(n, ast.Subscript) and isinstance(n.slice, ast.Constant)]
    names = [key for key in keys if isinstance(key, str) and key.isidentifier()]
    return names[0] if len(names) == 1 else None
