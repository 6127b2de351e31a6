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
    (
        """
from inspect import getattr_static

from torch import nn


class Base(nn.Module):
    def __init_subclass__(cls):
        super().__init_subclass__()
        own = getattr_static(cls, "forward")
        if "forward" not in cls.__dict__ and "forward" not in vars(cls):
            cls.forward = own


def wrap(net: nn.Module, record):
    if hasattr(net, "forward"):
        setattr(net, "forward", record(getattr(net, "forward")))
    return record("forward")
""",
        """
from inspect import getattr_static

from mindspore import nn


class Base(nn.Cell):
    def __init_subclass__(cls):
        super().__init_subclass__()
        own = getattr_static(cls, "construct")
        if "construct" not in cls.__dict__ and "construct" not in vars(cls):
            cls.construct = own


def wrap(net: nn.Cell, record):
    if hasattr(net, "construct"):
        setattr(net, "construct", record(getattr(net, "construct")))
    return record("forward")
""",
    ),
]
_OF_MODULES = frozenset(
    f"torch.nn.Module.{name}"
    for name in ("eval", "train", "parameters", "named_parameters", "state_dict", "load_state_dict")
)
NOOPS = [
    "class Car:\n    def forward(self, distance):\n        return distance\n",
    "import numpy as np\n\n\ndef drive(car, gears):\n    getattr(car, 'forward')()\n    return 'forward' in gears\n",
]
_ASKING = frozenset(["getattr", "hasattr", "setattr", "delattr", "getattr_static"])


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
    for asked in module.source.each(ast.Constant):
        if asked.value != "forward" or (owner := _asked_of(module, asked)) is None:
            continue
        of_modules = _is_of_modules(module, owner)
        if not of_modules and module.analysis.type_of(owner).kind == "unknown":
            treated = _treated_as_modules(module) if treated is None else treated
            of_modules = ast.unparse(owner) in treated
        if of_modules:
            yield Match((Edit(module.source.span(asked), ('"construct"',)),))


def _asked_of(module: Module, name: ast.Constant) -> ast.expr | None:
    """What is asked for a member by the name: ``getattr(net, "forward")``, ``"forward" in vars(cls)``."""
    parent = module.source.parent(name)
    if isinstance(parent, ast.Call) and len(parent.args) > 1 and parent.args[1] is name:
        called = parent.func.attr if isinstance(parent.func, ast.Attribute) else getattr(parent.func, "id", "")
        return parent.args[0] if called in _ASKING else None
    if (
        not isinstance(parent, ast.Compare)
        or len(parent.ops) != 1
        or not isinstance(parent.ops[0], (ast.In, ast.NotIn))
    ):
        return None
    within = parent.comparators[0]
    if isinstance(within, ast.Attribute) and within.attr == "__dict__":
        return within.value
    if isinstance(within, ast.Call) and isinstance(within.func, ast.Name) and within.func.id in ("vars", "dir"):
        return within.args[0] if within.args else None
    return None


def _is_of_modules(module: Module, owner: ast.expr) -> bool:
    if isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id == "type" and owner.args:
        return _is_of_modules(module, owner.args[0])
    if isinstance(owner, ast.Name) and owner.id in ("cls", "self", "__class__"):
        return _inside_module_class(module, owner)
    return module.analysis.type_of(owner).kind in ("module", "module_class")


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
