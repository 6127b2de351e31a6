"""``net.state_dict()`` has torch's names where the file goes by them: ``state["norm.weight"]``, ``"running_mean" in key``.

MindSpore's normalisations have ``gamma``, ``beta`` and ``moving_mean``, its embeddings ``embedding_table``: a test of a name
would never be true there. What is saved or loaded as it is keeps MindSpore's names.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.mapping import choosing
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
from torch import nn


def averaged(nets: list[nn.Module], net: nn.Module):
    mean = net.state_dict()
    for key in mean:
        if "running_" in key or key.endswith("num_batches_tracked"):
            continue
        mean[key] = sum(one.state_dict()[key] for one in nets) / len(nets)
    net.load_state_dict(mean)
    torch.save(net.state_dict(), "mean.pth")
""",
        """
import mindspore as ms
from mindspore import nn
from mindport_helpers import load_weights, module_state_dict


def averaged(nets: list[nn.Cell], net: nn.Cell):
    mean = module_state_dict(net)
    for key in mean:
        if "running_" in key or key.endswith("num_batches_tracked"):
            continue
        mean[key] = sum(module_state_dict(one)[key] for one in nets) / len(nets)
    load_weights(net, mean)
    ms.save_checkpoint(net.state_dict(), "mean.ckpt")
""",
    ),
    (
        """
from torch import nn


def first_values(m):
    for key in m.state_dict():
        if key.split(".")[-1] == "bias":
            m.state_dict()[key][...] = 0.01


net = nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3))
net.apply(first_values)
""",
        """
from mindspore import mint, nn
from mindport_helpers import module_state_dict


def first_values(m):
    for key in module_state_dict(m):
        if key.split(".")[-1] == "bias":
            module_state_dict(m)[key][...] = 0.01


net = nn.SequentialCell(mint.nn.Linear(4, 3), nn.BatchNorm1d(3))
net.apply(first_values)
""",
    ),
]
NOOPS = ["def first(net):\n    return net.state_dict()['conv.weight']\n"]

ORDER = 41  # after what is loaded, before what is saved
_STATE = "torch.nn.Module.state_dict"
_FIRST_VERSION = "2.10"
_NAME = re.compile(
    r"(^|[._])(weight|bias|running_mean|running_var|num_batches_tracked)$|^\.?_?(running|tracked|num_batches)_?$"
)
_OF_TRAINING = re.compile(r"optim|sched|scaler|(^|_)opt($|_)")
_KEEPING = re.compile(r"save|^load_state_dict$|^deepcopy$")


def matches(module: Module) -> Iterator[Match]:
    if not asked(module):
        return
    for call in _states(module):
        assert isinstance(call.func, ast.Attribute)
        source = module.source
        parts = (f"{module.spelling.helper('module_state_dict')}(", source.span(call.func.value), ")")
        yield Match((Edit(source.span(call), parts, 0),), frozenset([id(call.func)]))


def asked(module: Module) -> bool:
    """Whether the file goes by names that torch has for weights, of a state that it looks into."""
    if ".state_dict()" not in module.source.text or not module.source.imports_torch:
        return False
    if choosing.version_key(module.context.mindspore) < choosing.version_key(_FIRST_VERSION):
        return False
    named = ".named_parameters(" in module.source.text or ".named_buffers(" in module.source.text  # with torch's names
    if not named and not any(map(_is_name, module.source.each(ast.Constant))):
        return False
    return next(_states(module), None) is not None


def _is_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and _NAME.search(node.value) is not None


def _states(module: Module) -> Iterator[ast.Call]:
    """States of networks that are not saved, copied or loaded as they are."""
    for node in module.source.each(ast.Call):
        if not isinstance(node.func, ast.Attribute) or node.args or node.keywords:
            continue
        if node.func.attr != "state_dict" or module.api(node.func) != _STATE or _is_super(node.func.value):
            continue
        owner = ast.unparse(node.func.value).rpartition(".")[2].lower()
        if module.certain_api(node.func) is None and _OF_TRAINING.search(owner):
            continue
        if not _is_kept(module, node):
            yield node


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def _is_kept(module: Module, node: ast.expr) -> bool:
    around = module.source.parent(node)
    while isinstance(around, ast.Dict):
        node, around = around, module.source.parent(around)
    if not isinstance(around, ast.Call) or node is around.func:
        return False
    called = around.func.attr if isinstance(around.func, ast.Attribute) else getattr(around.func, "id", "")
    return _KEEPING.search(called) is not None and any(node is argument for argument in around.args)
