"""Attributes of a Module that have the name of something of Cell's own (``self.cells``, ``self.phase``) get an underscore.

A Cell refuses a part called like one of its methods, and other values would hide what it needs itself. Heirs and other files
name them alike: ``net.phase = "test"`` would change what is Cell's, and no longer the class's own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import imports
from mindport.rewrite.arguments import attribute_name
from mindport.rewrite.rule import Match, Module
from mindport.semantics.definitions import ClassInfo
from mindport.syntax.below import nodes_of
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
    (
        """
from torch import nn


class Detector(nn.Module):
    def __init__(self, phase):
        super().__init__()
        self.phase = phase


class Faster(Detector):
    def is_tested(self):
        return self.phase == "test"


net = Faster("train")
net.phase = "test"
""",
        """
from mindspore import nn


class Detector(nn.Cell):
    def __init__(self, phase):
        super().__init__()
        self.phase_ = phase


class Faster(Detector):
    def is_tested(self):
        return self.phase_ == "test"


net = Faster("train")
net.phase_ = "test"
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
    for cls in classes:
        for method in cls.body:
            if isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)) and method.name in taken[id(cls)]:
                yield Match((Edit(_name(module, method), (method.name + "_",)),))
    for node in module.source.each(ast.Attribute):
        if node.attr in NAMES and _of(module, node, taken):
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
    if isinstance(definition, ClassInfo):
        above = [cls for cls in definition.lineage() if cls.kind == "module"]
        if any(node.attr in _names_of(module, cls, taken) for cls in above):
            return True
    if not isinstance(node.value, ast.Name) or node.value.id != "self":
        return False
    current = module.source.around(node, ast.ClassDef)
    return current is not None and node.attr in taken.get(id(current), ())


def _names_of(module: Module, cls: ClassInfo, taken: dict[int, set[str]]) -> set[str]:
    """Colliding names of a class of this file, or of another one that is migrated as well."""
    source = cls.flow.source
    if id(cls.node) not in taken and source is not module.source:
        taken[id(cls.node)] = (
            _own_elsewhere(cls) if source.imports_torch and not imports.migrated_before(source) else set()
        )
    return taken.get(id(cls.node), set())


def _own_elsewhere(cls: ClassInfo) -> set[str]:
    text = cls.flow.source.text
    wanted = {name for name in NAMES if name in text}
    out = _methods(cls.node)
    for method in cls.node.body if wanted else ():
        if isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for node in nodes_of(cls.flow.body_of(method)):
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    if isinstance(node.value, ast.Name) and node.value.id == "self":
                        out.add(node.attr)
    return out & wanted


def _name(module: Module, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Span:
    text = module.source.text
    start = text.index("def", module.source.lines.offset(function.lineno, 1)) + 3
    start = text.index(function.name, start)
    return Span(start, start + len(function.name))
