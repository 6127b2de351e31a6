"""``make(torch.optim, name)``: a function that is given a module of torch's asks it for a name; what it is given instead finds
MindSpore's counterparts by torch's names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def make(config, module, *given, **named):
    return getattr(module, config["type"])(*given, **named)


def prepare(model: torch.nn.Module, config, parser):
    optimizer = make(config["optimizer"], torch.optim, model.parameters(), lr=0.1)
    return optimizer, parser.init_obj("scheduler", torch.optim.lr_scheduler, optimizer), make(config, module=torch.nn)
""",
        """
from mindspore import nn
from mindport_helpers import layers_by_name, module_parameters, optimizers_by_name, schedulers_by_name


def make(config, module, *given, **named):
    return getattr(module, config["type"])(*given, **named)


def prepare(model: nn.Cell, config, parser):
    optimizer = make(config["optimizer"], optimizers_by_name, module_parameters(model), lr=0.1)
    return optimizer, parser.init_obj("scheduler", schedulers_by_name, optimizer), make(config, module=layers_by_name)
""",
    ),
]
NOOPS = [
    "import shop as torch\n\n\ndef make(parser, name):\n    return parser.init_obj(name, torch.optim)\n",
]

_HELPERS = {
    "torch.nn": "layers_by_name",
    "torch.optim": "optimizers_by_name",
    "torch.optim.lr_scheduler": "schedulers_by_name",
}
_MAKING = re.compile(r"^(?:init|build|make|create|get|instantiate)(?:_|$)|^initialize$")


def matches(module: Module) -> Iterator[Match]:
    for call in module.source.each(ast.Call):
        for given in (*call.args, *(keyword.value for keyword in call.keywords)):
            if not isinstance(given, (ast.Name, ast.Attribute)):
                continue
            held = module.analysis.type_of(given)
            helper = _HELPERS.get(held.name or "") if held.kind == "namespace" else None
            if helper is not None and _makes(module, call):
                handled = frozenset(id(node) for node in ast.walk(given))
                yield Match((Edit(module.source.span(given), (module.spelling.helper(helper),)),), handled)


def _makes(module: Module, call: ast.Call) -> bool:
    """Whether it is the project's own that is called, or at least called as what makes an object."""
    if module.api(call):
        return False
    func = call.func
    if isinstance(module.analysis.type_of(func).definition, (FunctionInfo, ClassInfo)):
        return True
    if not isinstance(func, ast.Attribute) or module.analysis.kind_of(func) != "unknown":
        return False
    return _MAKING.search(func.attr) is not None
