"""``norms = [nn.BatchNorm1d(4)]``, of which ``norms[0](x)`` runs one: a layer that no network holds trains, and nobody says so.

A new Cell is in inference mode, and ``set_train`` of a network does not reach what a plain list or dict of it holds.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.training.run_forward import is_layer_with_modes
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn


def both(x, kind):
    layers = [nn.Linear(3, 4), nn.BatchNorm1d(4) if kind else nn.Dropout(0.1)]
    for layer in layers:
        x = layer(x)
    norms = nn.ModuleList([nn.BatchNorm1d(4) for _ in range(2)])
    drops = {}
    drops["in"] = nn.Dropout(0.2)
    more = []
    more.append(nn.Sequential(nn.ReLU(), nn.Dropout(0.3)))
    x = [one(x) for one in more][0]
    return {"norm": nn.BatchNorm1d(4), "none": nn.Identity()}[kind](norms[0](x)) + drops.get("in")(x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norms = dict(a=nn.BatchNorm1d(4), b=nn.BatchNorm1d(4).eval())

    def forward(self, x):
        return self.norms["a"](x)
""",
        """
from mindspore import mint, nn


def both(x, kind):
    layers = [mint.nn.Linear(3, 4), nn.BatchNorm1d(4).set_train() if kind else nn.Dropout(p=0.1).set_train()]
    for layer in layers:
        x = layer(x)
    norms = nn.CellList([nn.BatchNorm1d(4).set_train() for _ in range(2)])
    drops = {}
    drops["in"] = nn.Dropout(p=0.2).set_train()
    more = []
    more.append(nn.SequentialCell(nn.ReLU(), nn.Dropout(p=0.3)).set_train())
    x = [one(x) for one in more][0]
    return {"norm": nn.BatchNorm1d(4).set_train(), "none": nn.Identity()}[kind](norms[0](x)) + drops.get("in")(x)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norms = dict(a=nn.BatchNorm1d(4).set_train(), b=nn.BatchNorm1d(4).set_train(False))

    def construct(self, x):
        return self.norms["a"](x)
""",
    ),
]
NOOPS = [
    "from mindspore import nn\n\n\ndef run(x):\n    norms = [nn.BatchNorm1d(4)]\n    return norms[0](x)\n",
]
_OF_MODULES = ("torch.nn.ModuleList", "torch.nn.ModuleDict")
_LOOPS = (ast.For, ast.AsyncFor, ast.comprehension)


def matches(module: Module) -> Iterator[Match]:
    if not module.source.imports_torch:
        return
    for node in module.source.each(ast.Call):
        if _has_modes(module, node) and _is_run(module, node):
            end = module.source.span(node).end
            yield Match((Edit(Span(end, end), (".set_train()",), 1),))


def _has_modes(module: Module, made: ast.Call) -> bool:
    """Whether the call makes one of torch's layers that compute something else in training."""
    api = module.api(made) or ""
    if api == "torch.nn.Sequential":
        return any(_has_modes(module, n) for one in made.args for n in ast.walk(one) if isinstance(n, ast.Call))
    return is_layer_with_modes(api, made)


def _is_run(module: Module, layer: ast.Call) -> bool:
    """Whether the layer is an item of a list or a dict, and items of that are called."""
    source = module.source
    item: ast.AST = layer
    around = source.parent(item)
    while isinstance(around, ast.IfExp):
        item, around = around, source.parent(around)
    if isinstance(around, ast.Call) and isinstance(around.func, ast.Attribute) and around.func.attr == "append":
        return item in around.args and _are_called(module, around.func.value)
    if isinstance(around, ast.Assign) and len(around.targets) == 1 and isinstance(around.targets[0], ast.Subscript):
        return _are_called(module, around.targets[0].value)
    if isinstance(around, ast.keyword):
        item, around = around, source.parent(around)
        if not isinstance(around, ast.Call) or not isinstance(around.func, ast.Name) or around.func.id != "dict":
            return False
    elif isinstance(around, (ast.ListComp, ast.DictComp)):
        if item is not (around.elt if isinstance(around, ast.ListComp) else around.value):
            return False
    elif not isinstance(around, (ast.List, ast.Tuple, ast.Dict)):
        return False
    items, holder = around, source.parent(around)
    if (
        isinstance(holder, ast.Call)
        and module.api(holder) in _OF_MODULES
        and source.around(holder, ast.ClassDef) is None
    ):
        items, holder = holder, source.parent(holder)
    if isinstance(holder, ast.Assign) and len(holder.targets) == 1:
        return _are_called(module, holder.targets[0])
    if isinstance(holder, ast.AugAssign):
        return _are_called(module, holder.target)
    return _calls_items(module, items)


def _are_called(module: Module, name: ast.expr) -> bool:
    """Whether items of the list or dict of that name are."""
    source = module.source
    if isinstance(name, ast.Name):
        scope = held_names.scope_of(source, name)
        found: Iterator[ast.AST] = iter(held_names.names_in(source, scope, name.id) if scope is not None else ())
    elif isinstance(name, ast.Attribute):
        text = ast.unparse(name)
        found = (one for one in source.each(ast.Attribute) if one.attr == name.attr and ast.unparse(one) == text)
    else:
        return False
    return any(_calls_items(module, one) for one in found)


def _calls_items(module: Module, items: ast.AST) -> bool:
    """``items[0](x)``, ``items.get(key)(x)``, ``for one in items: one(x)``."""
    source = module.source
    parent = source.parent(items)
    if isinstance(parent, ast.Attribute) and parent.attr == "get":
        parent = source.parent(parent)
    elif isinstance(parent, ast.Subscript) and parent.value is not items:
        return False
    if isinstance(parent, (ast.Subscript, ast.Call)):
        call = source.parent(parent)
        if isinstance(call, ast.Call) and call.func is parent:
            return True
    node: ast.AST = items
    while parent is not None and not isinstance(parent, ast.stmt):
        if isinstance(parent, _LOOPS):
            break
        node, parent = parent, source.parent(parent)
    if not isinstance(parent, _LOOPS) or node is not parent.iter:
        return False
    names = {n.id for n in ast.walk(parent.target) if isinstance(n, ast.Name)}
    body = source.parent(parent) if isinstance(parent, ast.comprehension) else parent
    calls = (n for n in source.within(body) if isinstance(n, ast.Call)) if body is not None else ()
    return any(isinstance(call.func, ast.Name) and call.func.id in names for call in calls)
