"""``type(m).__name__ == "LayerNorm"`` asks for the name that torch has for a layer's class: MindSpore's may be another one.

Only where the file speaks of a class whose name differs on the target, and the name is compared or looked into: what is only
shown stays.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindport.mapping import choosing
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
from torch import nn


def kinds(m: nn.Module):
    name = m.__class__.__name__
    if name == "Sequential" or type(m).__name__ in ("ModuleList", "Linear"):
        return name.find("ConvTranspose") != -1
    return name == "Linear"
""",
        """
from mindspore import nn
from mindport_helpers import torch_class_name


def kinds(m: nn.Cell):
    name = torch_class_name(m.__class__)
    if name == "Sequential" or torch_class_name(type(m)) in ("ModuleList", "Linear"):
        return name.find("ConvTranspose") != -1
    return name == "Linear"
""",
    ),
]
NOOPS = [
    "def kinds(m):\n    return type(m).__name__ == 'Sequential'\n",
    "import logging\n\n\ndef describe(m):\n    logging.info('%s is no Sequential', type(m).__name__)\n",
]

HELPER: Final = "torch_class_name"
NAMES: Final = {
    "AvgPool2d": "AvgPool2dExt", "Bilinear": "BiDense", "Module": "Cell", "ModuleDict": "CellDict", "ModuleList": "CellList",
    "ConvTranspose1d": "Conv1dTranspose", "ConvTranspose2d": "Conv2dTranspose", "ConvTranspose3d": "Conv3dTranspose",
    "Linear": "Dense", "Dropout2d": "Dropout2dExt", "Dropout": "DropoutExt", "Embedding": "EmbeddingExt",
    "Hardshrink": "HShrink", "Hardsigmoid": "HSigmoid", "Hardswish": "HSwish", "L1Loss": "L1LossExt",
    "LayerNorm": "LayerNormExt", "LogSoftmax": "LogSoftmaxExt", "PReLU": "PReLUExt", "SELU": "SeLU",
    "Sequential": "SequentialCell", "Softshrink": "SoftShrink", "Softmax": "SoftmaxExt", "Unfold": "UnfoldExt",
    "Upsample": "UpsampleExt",
}  # fmt: skip
"""The names of classes in torch and, where these differ, in MindSpore 2.10: as ``__name__`` gives them."""

_LEAST = 4  # letters of a part of a name that says which
_LOOKING = frozenset(
    ["find", "rfind", "index", "count", "startswith", "endswith", "lower", "upper", "split", "replace"]
)


def matches(module: Module) -> Iterator[Match]:
    text = module.source.text
    if "__name__" not in text and "_get_name" not in text or not module.source.imports_torch:
        return
    asked = [one for one in _names(module) if _is_asked(module, one[0])]
    if not asked or not _speaks_of_another(module):
        return
    for node, before, held, after in asked:
        helper = module.spelling.helper(HELPER)
        yield Match((Edit(module.source.span(node), (f"{helper}({before}", module.source.span(held), f"{after})")),))


def _names(module: Module) -> Iterator[tuple[ast.expr, str, ast.expr, str]]:
    """What gives the name of a class, and the class: an expression, with what stands around it."""
    for node in module.source.each(ast.Attribute):
        if node.attr == "__name__":
            if _may_be_layers(module, node.value):
                yield node, "", node.value, ""
        elif node.attr == "_get_name" and not (isinstance(node.value, ast.Name) and node.value.id == "self"):
            call = module.source.parent(node)
            if isinstance(call, ast.Call) and call.func is node and not call.args:
                yield call, "type(", node.value, ")"


def _speaks_of_another(module: Module) -> bool:
    """Whether a text of the file is a class's name, or a part of one, that MindSpore's name for it is not."""
    texts = {
        node.value.lower()
        for node in module.source.each(ast.Constant)
        if isinstance(node.value, str) and len(node.value) >= _LEAST
    }
    for torch, other in NAMES.items():
        spoken = [one for one in texts if one in torch.lower() and (one == torch.lower() or one not in other.lower())]
        if spoken and _serves(module, torch, other):
            return True
    return False


def _serves(module: Module, torch: str, other: str) -> bool:
    """Whether the layer becomes one of MindSpore's that is called ``other``."""
    row = module.context.rows.get(f"torch.nn.{torch}")
    for equivalent in row.equivalents if row is not None else ():
        if not choosing.serves(equivalent, module.context.target, module.context.mindspore):
            continue
        package, _, leaf = (equivalent.mindspore or "").rpartition(".")
        named = leaf + "Ext" if package == "mindspore.mint.nn" else leaf
        if other in (leaf, named) or leaf == torch and torch in ("Hardsigmoid", "Hardswish"):
            return True
        if not equivalent.when:
            return False  # the others serve older versions
    return False


def _is_asked(module: Module, node: ast.expr) -> bool:
    """Whether a name is compared, looked into or kept."""
    parent = module.source.parent(node)
    if isinstance(parent, ast.Attribute):
        return parent.attr in _LOOKING
    if isinstance(parent, ast.Call):  # ``TABLE.get(type(m).__name__)``
        return isinstance(parent.func, ast.Attribute) and parent.func.attr == "get" and node in parent.args[:1]
    if isinstance(parent, ast.Subscript):
        return parent.slice is node
    return isinstance(parent, (ast.Compare, ast.Assign, ast.NamedExpr))


def _may_be_layers(module: Module, held: ast.expr) -> bool:
    """Whether a class may be one of MindSpore's."""
    if isinstance(held, ast.Call):
        return isinstance(held.func, ast.Name) and held.func.id == "type" and len(held.args) == 1
    if isinstance(held, ast.Attribute) and held.attr == "__class__":
        return not (isinstance(held.value, ast.Name) and held.value.id == "self")
    found = module.analysis.type_of(held)
    return found.kind == "module_class" or found.is_unknown and isinstance(held, ast.Name)
