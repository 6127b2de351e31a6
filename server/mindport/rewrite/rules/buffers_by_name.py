"""``setattr(module, name, tensor)`` becomes ``set_attribute(module, name, tensor)``: a Cell takes no new value for a buffer by
``setattr``. Only where the file registers buffers, and the name is known when it runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules import replaced_layers
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch
from torch import nn


class Averaged(nn.Module):
    def __init__(self, base):
        super().__init__()
        self.base = base
        for name, p in base.named_parameters():
            self.register_buffer(name.replace(".", "_"), torch.zeros_like(p))

    def collect(self):
        for name, p in self.base.named_parameters():
            setattr(self, name.replace(".", "_"), p.detach() * 0.5)
        for name in ("a", "b"):
            setattr(self, name, nn.ReLU())
            setattr(self, name + "_size", 2)


def reset(module, name, mean, child):
    module.__setattr__(name + "_mean", torch.zeros(2))
    module.__setattr__(name + "_mean", mean)
    setattr(child, name + "_mean", mean)
""",
        """
from mindspore import mint, nn, ops
from mindport_helpers import module_add_module, module_named_parameters, set_attribute


class Averaged(nn.Cell):
    def __init__(self, base):
        super().__init__()
        self.base = base
        for name, p in module_named_parameters(base):
            self.register_buffer(name.replace(".", "_"), ops.stop_gradient(ops.zeros_like(p)))

    def collect(self):
        for name, p in module_named_parameters(self.base):
            set_attribute(self, name.replace(".", "_"), ops.stop_gradient(p) * 0.5)
        for name in ("a", "b"):
            setattr(self, name, nn.ReLU())
            setattr(self, name + "_size", 2)


def reset(module, name, mean, child):
    set_attribute(module, name + "_mean", mint.zeros(2))
    module_add_module(module, name + "_mean", mean)
    module_add_module(child, name + "_mean", mean)
""",
    ),
]
NOOPS = [
    "def fill(options, values):\n    for k, v in values.items():\n        setattr(options, k, v)\n",
    "class Cell:\n    def register_buffer(self, name, value):\n        setattr(self, name, value)\n",
]
_OWNER_NAME_VALUE = 3


def matches(module: Module) -> Iterator[Match]:
    text = module.source.text
    if "register_buffer(" not in text or not ("setattr(" in text or "__setattr__(" in text):
        return
    for node in module.source.each(ast.Call):
        if node.keywords or not isinstance(module.source.parent(node), ast.Expr):
            continue
        given = node.args
        if isinstance(node.func, ast.Attribute) and node.func.attr == "__setattr__":
            given = [node.func.value, *node.args]
        elif not isinstance(node.func, ast.Name) or node.func.id != "setattr":
            continue
        if len(given) == _OWNER_NAME_VALUE and _may_be_buffer(module, *given):
            span = module.source.span
            parts = (module.spelling.helper("set_attribute") + "(", *_listed([span(one) for one in given]), ")")
            yield Match((Edit(span(node), parts),))


def _may_be_buffer(module: Module, owner: ast.expr, name: ast.expr, value: ast.expr) -> bool:
    """Whether a tensor is put on what may be a Module, under a name that is known only when it runs."""
    kind = module.analysis.type_of
    return (
        isinstance(owner, (ast.Name, ast.Attribute, ast.Subscript))
        and not isinstance(name, ast.Constant)
        and not isinstance(value, ast.Constant)
        and kind(owner).kind in ("module", "unknown")
        and kind(value).kind in ("tensor", "unknown")
        and not replaced_layers.adds_layer(module, owner, name, value)
    )


def _listed(spans: list[Span]) -> list[Span | str]:
    listed: list[Span | str] = []
    for one in spans:
        listed += [", ", one] if listed else [one]
    return listed
