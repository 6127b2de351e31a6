"""``nn.ModuleList([norm, None])``: MindSpore's ``CellList`` takes Cells only, so a helper holds the gaps."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
from torch import nn


class Stages(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.stages = nn.ModuleList()
        for index, size in enumerate(sizes):
            down = nn.Linear(size, 2 * size) if index else None
            self.stages.append(nn.ModuleList([nn.Linear(size, size), down]))
        self.gates = nn.ModuleList([])
        self.gates.append(None)


class Layers(nn.Module):
    def __init__(self, make_norm, make_layer, pre_norm):
        super().__init__()
        norm = make_norm() if pre_norm else None
        layer = make_layer()
        self.layers = nn.ModuleList([norm, layer])
        self.own = nn.ModuleList([layer])
""",
        """
from mindspore import mint, nn
from mindport_helpers import OptionalCellList


class Stages(nn.Cell):
    def __init__(self, sizes):
        super().__init__()
        self.stages = nn.CellList()
        for index, size in enumerate(sizes):
            down = mint.nn.Linear(size, 2 * size) if index else None
            self.stages.append(OptionalCellList([mint.nn.Linear(size, size), down]))
        self.gates = OptionalCellList([])
        self.gates.append(None)
        self.update_parameters_name()


class Layers(nn.Cell):
    def __init__(self, make_norm, make_layer, pre_norm):
        super().__init__()
        norm = make_norm() if pre_norm else None
        layer = make_layer()
        self.layers = OptionalCellList([norm, layer])
        self.own = nn.CellList([layer])
""",
    ),
]
NOOPS = ["from shop import ModuleList\n\nx = ModuleList([1, None])\n"]


def matches(module: Module) -> Iterator[Match]:
    if "ModuleList" not in module.source.text:
        return
    growing = {holder for call in _appends(module) if _may_be_none(module, call.args[0]) for holder in [_holder(call)]}
    for node in module.source.each(ast.Call):
        if module.api(node.func) != "torch.nn.ModuleList":
            continue
        parent = module.source.parent(node)
        targets = parent.targets if isinstance(parent, ast.Assign) else []
        if any(_may_be_none(module, one) for one in _items(node)) or growing & {ast.unparse(t) for t in targets}:
            name = module.spelling.helper("OptionalCellList")
            yield Match((Edit(module.source.span(node.func), (name,)),), frozenset([id(node.func)]))


def _appends(module: Module) -> Iterator[ast.Call]:
    for node in module.source.each(ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr == "append":
            if len(node.args) == 1:
                yield node


def _holder(append: ast.Call) -> str:
    assert isinstance(append.func, ast.Attribute)
    return ast.unparse(append.func.value)


def _items(call: ast.Call) -> list[ast.expr]:
    """What the list that a call is given is seen to hold."""
    value = call.args[0] if call.args else next((k.value for k in call.keywords if k.arg == "modules"), None)
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        value = value.left
    if isinstance(value, (ast.List, ast.Tuple)):
        return value.elts
    return [value.elt] if isinstance(value, (ast.ListComp, ast.GeneratorExp)) else []


def _may_be_none(module: Module, node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return node.value is None
    if isinstance(node, ast.IfExp):
        return _may_be_none(module, node.body) or _may_be_none(module, node.orelse)
    found = module.analysis.type_of(node)
    if found.is_unknown and isinstance(node, ast.Name):
        return _is_set_to_none(module, node)
    return found.kind == "none" or (found.optional and found.kind == "module")


def _is_set_to_none(module: Module, name: ast.Name) -> bool:
    """Whether its function sets a name of unknown type to None in one case: ``norm = make_norm() if pre_norm else None``."""
    function = module.source.function_around(name)
    if function is None:
        return False
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name.id for t in node.targets):
            values = [node.value.body, node.value.orelse] if isinstance(node.value, ast.IfExp) else [node.value]
            if any(isinstance(value, ast.Constant) and value.value is None for value in values):
                return True
    return False
