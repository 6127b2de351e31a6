"""``copy.deepcopy(net)`` becomes ``deep_copy(net)``: MindSpore 2.10 copies a Tensor to one that shares its elements.

What is then changed in place is changed in both, buffers of a copied network and tensors in lists, dicts and objects included;
Parameters are copied as they should be. What holds no tensors is left alone.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite import library_names
from mindport.rewrite.rule import Match, Module
from mindport.semantics.types import Type
from mindport.text import Edit

EXAMPLES = [
    (
        """
import copy

import torch


def kept(net: torch.nn.Module, batch: dict[str, torch.Tensor], config):
    start = torch.zeros(3)
    return copy.deepcopy(net), copy.deepcopy(batch), copy.deepcopy(start), copy.deepcopy(config), copy.deepcopy([1, 2])
""",
        """
import copy

from mindspore import mint, nn, Tensor
from mindport_helpers import deep_copy


def kept(net: nn.Cell, batch: dict[str, Tensor], config):
    start = mint.zeros(3)
    return deep_copy(net), deep_copy(batch), deep_copy(start), copy.deepcopy(config), copy.deepcopy([1, 2])
""",
    ),
    (
        """
from copy import deepcopy

import torch


class Average:
    def __init__(self, model: torch.nn.Module):
        self.module = deepcopy(model)
        self.state = deepcopy(model.state_dict())
""",
        """
from mindspore import nn
from mindport_helpers import deep_copy


class Average:
    def __init__(self, model: nn.Cell):
        self.module = deep_copy(model)
        self.state = deep_copy(model.state_dict())
""",
    ),
]
NOOPS = [
    "import copy\n\n\ndef kept(net):\n    return copy.deepcopy(net)\n",
    "from mindspore import nn\n\n\ndef kept(net: nn.Cell, copy):\n    return copy.deepcopy(net)\n",
]

_PLAIN = re.compile(
    r"(?:^|_)(?:cfg|config|configs|conf|args|opt|opts|options?|kwargs|hparams|settings?|spec|specs|meta|defaults?|json|info|"
    r"parser|logger|schema|annotations?|anns?|record|records|tokenizer|dataset|datasets|pipeline|transforms?|words?|names?|text|"
    r"vocab|graph|messages?|history|log|logs|path|paths|space|action|env)(?:_|$)"
)
# fmt: off
_UNSHARED = frozenset([
    "int", "float", "bool", "str", "none", "dtype", "device", "ndarray", "function", "namespace", "class", "module_class",
    "shape", "scheduler", "dataset", "dataloader", "optimizer",
])
# fmt: on


def matches(module: Module) -> Iterator[Match]:
    if "deepcopy" not in module.source.text or not module.source.imports_torch:
        return
    called = library_names.called(module.source, "copy", "deepcopy")
    for node in module.source.each(ast.Call):
        if node.args and ast.unparse(node.func) in called:
            if _may_hold_tensors(module, node.args[0]):
                yield Match((Edit(module.source.span(node.func), (module.spelling.helper("deep_copy"),)),))


def _may_hold_tensors(module: Module, value: ast.expr) -> bool:
    if isinstance(value, (ast.List, ast.Tuple)):
        return any(_may_hold_tensors(module, one) for one in value.elts)
    if isinstance(value, ast.Dict):
        return any(_may_hold_tensors(module, one) for one in value.values)
    told = _told(module.analysis.type_of(value))
    if told is not None or isinstance(value, ast.Constant):
        return bool(told)
    last = value
    while isinstance(last, (ast.Subscript, ast.Call)):
        last = last.value if isinstance(last, ast.Subscript) else last.func
    name = last.attr if isinstance(last, ast.Attribute) else last.id if isinstance(last, ast.Name) else ""
    return bool(name) and _PLAIN.search(name.lower()) is None


def _told(found: Type) -> bool | None:
    """What the type tells."""
    if found.kind in ("tensor", "module"):
        return True
    if found.kind in ("list", "tuple", "dict") and found.items:
        inner = [_told(item) for item in (found.items[-1:] if found.kind == "dict" else found.items)]
        return True if True in inner else None if None in inner else False
    return False if found.kind in _UNSHARED else None
