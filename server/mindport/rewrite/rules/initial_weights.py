"""``reset_parameters``: torch's layers have it, and call it when they are made; MindSpore's know nothing of it.

A class that derives from a layer and has its own gets a base before the layer that calls it; so what it fills the weights with is
there, and ``super()`` finds the layer's own. From outside a helper draws a layer's weights again.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.semantics.definitions import ClassInfo
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn


class Half(nn.Linear):
    def reset_parameters(self):
        super().reset_parameters()
        nn.init.constant_(self.weight, 0.5)


class Plain(nn.Linear):
    def reset_parameters(self):
        nn.Linear.reset_parameters(self)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.half = Half(3, 3)

    def reset_parameters(self):
        self.fc.reset_parameters()
        self.half.reset_parameters()


def fold(net: nn.Module):
    for layer in net.children():
        if hasattr(layer, "reset_parameters"):
            layer.reset_parameters()


def again(layer):
    reset = getattr(layer, "reset_parameters", None)
    if callable(reset):
        reset()
""",
        """
from mindspore import mint, nn
from mindport_helpers import (
    ResetAtFirst,
    init_constant_,
    redraw_weights,
    reset_of,
    resets_itself,
)


class Half(ResetAtFirst, mint.nn.Linear):
    def reset_parameters(self):
        super().reset_parameters()
        init_constant_(self.weight, 0.5)


class Plain(ResetAtFirst, mint.nn.Linear):
    def reset_parameters(self):
        redraw_weights(self, False)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = mint.nn.Linear(3, 3)
        self.half = Half(3, 3)

    def reset_parameters(self):
        redraw_weights(self.fc)
        self.half.reset_parameters()


def fold(net: nn.Cell):
    for layer in net.cells():
        if resets_itself(layer):
            redraw_weights(layer)


def again(layer):
    reset = reset_of(layer, None)
    if callable(reset):
        reset()
""",
    ),
]
NOOPS = [
    """
from shop import Base


class Net(Base):
    def __init__(self):
        super().__init__()
        self.reset_parameters()

    def reset_parameters(self):
        print("again")
""",
    "def again(layer):\n    layer.reset_parameters()\n",
]

_NAME = "reset_parameters"
_LAYER = re.compile(
    r"torch\.nn\.(modules\.\w+\.)?"
    r"(Linear|Bilinear|Conv\w+|Embedding|\w*BatchNorm\w*|LayerNorm|GroupNorm|RMSNorm|InstanceNorm\w*|(LSTM|GRU|RNN)(Cell)?|PReLU)$"
)


def matches(module: Module) -> Iterator[Match]:
    if _NAME not in module.source.text or not module.source.imports_torch:
        return
    for one in module.analysis.modules:
        if any(isinstance(part, ast.FunctionDef) and part.name == _NAME for part in one.node.body):
            base = next((base for base in one.node.bases if _is_layer(module, base)), None)
            if base is not None:
                start = module.source.span(base).start
                yield Match((Edit(Span(start, start), (f"{module.spelling.helper('ResetAtFirst')}, ",)),))
    for call in module.source.each(ast.Call):
        if isinstance(call.func, ast.Attribute):
            if (
                call.func.attr == _NAME
                and len(call.args) == 1
                and _LAYER.match((module.api(call) or "").rpartition(".")[0])
            ):
                drawn = (module.spelling.helper("redraw_weights"), "(", module.source.span(call.args[0]), ", False)")
                yield Match((Edit(module.source.span(call), drawn),), frozenset([id(call.func)]))
            elif call.func.attr == _NAME and not call.args and not call.keywords and _lacks_it(module, call.func.value):
                parts = (module.spelling.helper("redraw_weights"), "(", module.source.span(call.func.value), ")")
                yield Match((Edit(module.source.span(call), parts),))
        elif isinstance(call.func, ast.Name) and call.func.id == "hasattr" and len(call.args) == 2:
            asked = call.args[1]
            if isinstance(asked, ast.Constant) and asked.value == _NAME:
                parts = (module.spelling.helper("resets_itself"), "(", module.source.span(call.args[0]), ")")
                yield Match((Edit(module.source.span(call), parts),))
        elif isinstance(call.func, ast.Name) and call.func.id == "getattr" and 2 <= len(call.args) <= 3:
            asked, layer = call.args[1], call.args[0]
            if isinstance(asked, ast.Constant) and asked.value == _NAME and _lacks_it(module, layer):
                after = module.source.span(call.args[2] if len(call.args) == 3 else layer)
                default = (", ", after) if len(call.args) == 3 else ()
                called = (module.spelling.helper("reset_of"), "(", module.source.span(layer), *default, ")")
                yield Match((Edit(module.source.span(call), called),))


def _is_layer(module: Module, base: ast.expr) -> bool:
    """Whether a base is a layer of torch's, or a class of the project's that derives from one and has nothing of this."""
    api = module.api(base)
    if api is not None:
        return _LAYER.match(api) is not None
    found = module.analysis.type_of(base).definition
    return isinstance(found, ClassInfo) and _LAYER.match(found.torch_base) is not None and found.method(_NAME) is None


def _lacks_it(module: Module, receiver: ast.expr) -> bool:
    """Whether an object may be a layer of MindSpore's; one of the project's classes may have a method of its own."""
    if isinstance(receiver, ast.Call) and isinstance(receiver.func, ast.Name) and receiver.func.id == "super":
        return False
    found = module.analysis.type_of(receiver)
    if isinstance(found.definition, ClassInfo):
        own = found.definition
        return _LAYER.match(own.torch_base) is not None and own.method(_NAME) is None
    return found.kind in ("module", "unknown") and not (isinstance(receiver, ast.Name) and receiver.id == "self")
