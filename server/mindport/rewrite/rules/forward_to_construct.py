"""A Module's ``forward`` becomes the Cell's ``construct``, with every caller that names it.

MindSpore calls ``construct`` where torch calls ``forward``; a Cell that defines ``forward`` cannot be called.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.arguments import attribute_name
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch.nn as nn


class Net(nn.Module):
    def forward(self, x):  # the way through
        return x
""",
        """
from mindspore import nn


class Net(nn.Cell):
    def construct(self, x):  # the way through
        return x
""",
    ),
    (
        """
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = nn.ReLU()

    def forward(self, x):
        return self.act.forward(x)


class Twice(Net):
    def forward(self, x):
        return super().forward(super().forward(x))
""",
        """
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.act = nn.ReLU()

    def construct(self, x):
        return self.act.construct(x)


class Twice(Net):
    def construct(self, x):
        return super().construct(super().construct(x))
""",
    ),
    (
        """
import torch


class Predictor:
    def __init__(self, net, device):
        self.net = net
        self.net.to(device)
        self.net.eval()

    def predict(self, image):
        with torch.no_grad():
            return self.net.forward(image)
""",
        """
import mindspore as ms


class Predictor:
    def __init__(self, net, device):
        self.net = net
        self.net.set_train(False)

    def predict(self, image):
        with ms._no_grad():
            return self.net.construct(image)
""",
    ),
]
_OF_MODULES = frozenset(
    f"torch.nn.Module.{name}"
    for name in ("eval", "train", "parameters", "named_parameters", "state_dict", "load_state_dict")
)
NOOPS = ["class Car:\n    def forward(self, distance):\n        return distance\n"]


def matches(module: Module) -> Iterator[Match]:
    for found in module.analysis.modules:
        for statement in found.node.body:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)) and statement.name == "forward":
                yield Match((Edit(_name_span(module, statement), ("construct",)),))
    treated: set[str] | None = None
    for node in module.source.each(ast.Attribute):
        if node.attr != "forward":
            continue
        is_module = _is_module(module, node)
        if not is_module and module.analysis.type_of(node.value).kind == "unknown":
            treated = _treated_as_modules(module) if treated is None else treated
            is_module = ast.unparse(node.value) in treated
        if is_module:
            yield Match((Edit(attribute_name(module.source, node), ("construct",)),), frozenset([id(node)]))


def _name_span(module: Module, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Span:
    text = module.source.text
    start = module.source.lines.offset(function.lineno, 1)
    start = text.index("def", start) + 3
    start = text.index("forward", start)
    return Span(start, start + len("forward"))


def _is_module(module: Module, node: ast.Attribute) -> bool:
    found = module.findings.get(id(node))
    if found is not None and (found.use.of_class or found.use.receiver is None):
        return False  # ``nn.Linear.forward(self, x)``: goes with the class, or stays with it
    if found is not None and found.use.api == "torch.nn.Module.forward":
        return True
    owner = node.value
    if isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id == "super":
        return _inside_module_class(module, node)
    return module.analysis.type_of(owner).kind in ("module", "module_class")


def _treated_as_modules(module: Module) -> set[str]:
    """What is put into a mode or asked for its weights, as only Modules are: ``self.net.eval()``."""
    return {
        ast.unparse(found.use.node.value)
        for found in module.findings.values()
        if found.use.api in _OF_MODULES and isinstance(found.use.node, ast.Attribute)
    }


def _inside_module_class(module: Module, node: ast.AST) -> bool:
    current = module.source.around(node, ast.ClassDef)
    return any(found.node is current for found in module.analysis.modules)
