"""``getattr(nn, name)`` with a name known only when it runs: a helper finds MindSpore's counterpart in a table.

What the table lacks raises an error that says where to add it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules import named_layers
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import optim
from torch.optim import lr_scheduler


class Block(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.norm = getattr(nn, options.norm)(8)
        self.act = getattr(F, options.act)  # by its name
        self.dtype = getattr(torch, options.dtype)

    def forward(self, x):
        return self.act(self.norm(x))


def prepare(model, options):
    optimizer = getattr(torch.optim, options.optimizer)(model.parameters(), lr=0.1)
    if hasattr(lr_scheduler, options.scheduler):
        return optimizer, getattr(lr_scheduler, options.scheduler)(optimizer, step_size=1)
    if not hasattr(optim, options.optimizer):
        return None
    return optim.__dict__[options.optimizer](model.parameters()), getattr(nn.init, options.init, None)
""",
        """
from mindspore import nn
from mindport_helpers import (
    function_named,
    initializer_named,
    layer_named,
    module_parameters,
    optimizer_named,
    scheduler_named,
    torch_named,
)


class Block(nn.Cell):
    def __init__(self, options):
        super().__init__()
        self.norm = layer_named(options.norm)(8)
        self.act = function_named(options.act)  # by its name
        self.dtype = torch_named(options.dtype)

    def construct(self, x):
        return self.act(self.norm(x))


def prepare(model, options):
    optimizer = optimizer_named(options.optimizer)(module_parameters(model), lr=0.1)
    if scheduler_named(options.scheduler, None) is not None:
        return optimizer, scheduler_named(options.scheduler)(optimizer, step_size=1)
    if optimizer_named(options.optimizer, None) is None:
        return None
    return optimizer_named(options.optimizer)(module_parameters(model)), initializer_named(options.init, None)
""",
    ),
]
EXAMPLES += [
    (
        """
import torchvision.models as models
from torchvision.models import get_model

names = sorted(n for n in models.__dict__ if n.islower() and callable(models.__dict__[n]))


def build(name):
    first = models.__dict__[name](num_classes=3)
    return first, getattr(models, name)(weights=None), get_model("resnet18"), models.__dict__.keys()
""",
        """
from mindport_helpers import get_model, network_named, networks_by_name

names = sorted(n for n in networks_by_name() if n.islower() and callable(network_named(n)))


def build(name):
    first = network_named(name)(num_classes=3)
    return first, network_named(name)(weights=None), get_model("resnet18"), networks_by_name().keys()
""",
    ),
]
EXAMPLES += [
    (
        """
from torchvision import models


def network(name):
    return getattr(models, name)(num_classes=10)
""",
        """
from mindport_helpers import network_named


def network(name):
    return network_named(name)(num_classes=10)
""",
    ),
]
NOOPS = [
    "import shop as nn\n\n\ndef layer(name):\n    return getattr(nn, name)()\n",
    "def part(nn, name):\n    return getattr(nn, name)\n",
    "import shop as torch\n\n\ndef known(name):\n    return hasattr(torch, name)\n",
]

_HELPERS = {
    "torch": "torch_named",
    "torch.nn": "layer_named",
    "torch.nn.functional": "function_named",
    "torch.nn.init": "initializer_named",
    "torch.optim": "optimizer_named",
    "torch.optim.lr_scheduler": "scheduler_named",
    "torchvision.models": "network_named",
}


_LOOKED_UP = re.compile(r"\bgetattr\(|\.__dict__\b")


def concerns(source: SourceFile) -> bool:
    return "torchvision" in source.text and _LOOKED_UP.search(source.text) is not None


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "hasattr"):
            yield from _asked(module, node, node.func.id)
        elif isinstance(node, ast.Attribute) and node.attr == "__dict__":
            helper, around = _helper(module, node.value), module.source.parent(node)
            if helper is not None and isinstance(around, ast.Subscript) and _is_looked_up(module, node):
                written = (f"{module.spelling.helper(helper)}(", module.source.span(around.slice), ")")
                yield Match((Edit(module.source.span(around), written),), frozenset([id(node)]))
            elif helper == "network_named":
                named = f"{module.spelling.helper('networks_by_name')}()"
                yield Match((Edit(module.source.span(node), (named,)),), frozenset([id(node), id(around)]))


def is_replaced(module: Module, name: ast.Name) -> bool:
    """Whether ``name`` begins what is looked up in torchvision's module of networks, which a helper does."""
    held: ast.expr = name
    parent = module.source.parent(held)
    while isinstance(parent, ast.Attribute) and parent.attr != "__dict__":
        held, parent = parent, module.source.parent(parent)
    if _helper(module, held) != "network_named":
        return False
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.args[:1] == [held]:
        return parent.func.id in ("getattr", "hasattr") and any(True for _ in _asked(module, parent, parent.func.id))
    return isinstance(parent, ast.Attribute)


def _is_looked_up(module: Module, held: ast.Attribute) -> bool:
    """``optim.__dict__[name]``."""
    parent = module.source.parent(held)
    return (
        isinstance(parent, ast.Subscript)
        and parent.value is held
        and isinstance(parent.ctx, ast.Load)
        and not isinstance(parent.slice, ast.Constant)
    )


def _asked(module: Module, call: ast.Call, function: str) -> Iterator[Match]:
    source = module.source
    if not 2 <= len(call.args) <= 3 or call.keywords or any(isinstance(one, ast.Starred) for one in call.args):
        return
    helper = _helper(module, call.args[0])
    if (
        helper is None
        or isinstance(call.args[1], ast.Constant)
        or module.analysis.bindings.is_bound_elsewhere(function)
    ):
        return
    around = source.parent(call)
    if helper == "torch_named" and isinstance(around, ast.Attribute):
        return  # a module of torch's, as in ``getattr(torch, kind).is_available()``
    if isinstance(around, ast.Call) and call in around.args and isinstance(around.func, ast.Name):
        if around.func.id in ("isinstance", "issubclass"):
            return  # a layer that is made elsewhere may be of the class that the counterpart derives from
    if named_layers.counterparts(module, call):
        return  # all names that may be meant are known
    first, last = source.span(call.args[1]), source.span(call)
    called = f"{module.spelling.helper(helper)}("
    if function == "getattr":
        yield Match((Edit(last, (called, Span(first.start, last.end))),))
    elif isinstance(around, ast.UnaryOp):
        yield Match((Edit(source.span(around), (called, first, ", None) is None")),))
    elif not isinstance(around, ast.Compare):
        yield Match((Edit(last, (called, first, ", None) is not None")),))


def _helper(module: Module, node: ast.expr) -> str | None:
    """What finds the counterparts of what a module of torch's holds."""
    held = module.analysis.type_of(node)
    return _HELPERS.get(held.name or "") if held.kind == "namespace" else None
