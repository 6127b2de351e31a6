"""Attributes of a Module that have the name of something of Cell's own (``self.cells``, ``self.phase``) get an underscore.

A Cell refuses a part called like one of its methods, and other values would hide what it needs itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import imports
from mindport.rewrite.arguments import attribute_name
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn


class Stack(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.cells = nn.ModuleList([nn.ReLU() for _ in range(depth)])

    def forward(self, x):
        for cell in self.cells:
            x = cell(x)
        return x
""",
        """
from mindspore import nn


class Stack(nn.Cell):
    def __init__(self, depth):
        super().__init__()
        self.cells_ = nn.CellList([nn.ReLU() for _ in range(depth)])

    def construct(self, x):
        for cell in self.cells_:
            x = cell(x)
        return x
""",
    ),
]
NOOPS = ["class Battery:\n    def __init__(self):\n        self.cells = []\n"]

NAMES = frozenset(
    [
        "add_flags",
        "bprop_debug",
        "cast_inputs",
        "cell_init_args",
        "cells",
        "cells_and_names",
        "check_names",
        "cls_name",
        "compile_and_run",
        "compile_cache",
        "compile_phase",
        "compiled",
        "construct",
        "create_time",
        "exist_names",
        "exist_objs",
        "generate_scope",
        "get_flags",
        "get_inputs",
        "get_parameters",
        "get_scope",
        "get_sub_cell",
        "global_cells",
        "init_parameters_data",
        "insert_child_to_cell",
        "insert_param_to_cell",
        "jit_config_dict",
        "name_cells",
        "offload",
        "param_prefix",
        "parameter_layout_dict",
        "parameters_and_names",
        "parameters_dict",
        "phase",
        "phase_cache",
        "pipeline_segment",
        "pipeline_stage",
        "recompute",
        "run_construct",
        "set_boost",
        "set_comm_fusion",
        "set_data_parallel",
        "set_grad",
        "set_inputs",
        "set_train",
        "shard",
        "to_float",
        "trainable_params",
        "untrainable_params",
        "update_cell_type",
        "bprop",
    ]
)


def matches(module: Module) -> Iterator[Match]:
    if imports.migrated_before(module.source):
        return  # these methods are Cell's own by now, `construct` before all
    classes = [found.node for found in module.analysis.modules]
    if not module.source.imports_torch:
        # converted before, and it took no name of MindSpore's: bases in other files may still be torch's
        classes = [cls for cls in classes if "forward" in _methods(cls) or "construct" not in _methods(cls)]
    taken = {id(cls): _own(module, cls) for cls in classes}
    names = set().union(*taken.values()) if taken else set()
    if not names:
        return
    for cls in classes:
        for method in cls.body:
            if isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)) and method.name in taken[id(cls)]:
                yield Match((Edit(_name(module, method), (method.name + "_",)),))
    for node in module.source.each(ast.Attribute):
        if node.attr in names and _of(module, node, taken):
            span = attribute_name(module.source, node)
            yield Match((Edit(span, (node.attr + "_",)),), frozenset([id(node)]))


def _methods(cls: ast.ClassDef) -> set[str]:
    return {n.name for n in cls.body if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))}


def _own(module: Module, cls: ast.ClassDef) -> set[str]:
    """Colliding names that the class gives to attributes and methods."""
    out = _methods(cls)
    for node in module.source.within(cls):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            if isinstance(node.value, ast.Name) and node.value.id == "self":
                out.add(node.attr)
    return out & NAMES


def _of(module: Module, node: ast.Attribute, taken: dict[int, set[str]]) -> bool:
    """Whether the attribute is that of a class with such a name: on ``self`` within it, or on one of its instances."""
    definition = module.analysis.type_of(node.value).definition
    found = getattr(definition, "node", None)
    if found is not None and id(found) in taken:
        return node.attr in taken[id(found)]
    if not isinstance(node.value, ast.Name) or node.value.id != "self":
        return False
    current = module.source.around(node, ast.ClassDef)
    return current is not None and node.attr in taken.get(id(current), ())


def _name(module: Module, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Span:
    text = module.source.text
    start = text.index("def", module.source.lines.offset(function.lineno, 1)) + 3
    start = text.index(function.name, start)
    return Span(start, start + len(function.name))
