"""``hasattr(m, "weight")`` for a layer of any kind asks under MindSpore's names as well, and so does ``m.weight`` after it.

MindSpore's normalisations have ``gamma`` and ``beta``, its embeddings ``embedding_table``: they would be passed over, not
initialised, say, or not handed to the optimizer. So do their statistics, and setting ``m.running_mean`` would set nothing; what
has statistics in a function has the other weights under those names, too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite.arguments import receiver_span
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
from torch import nn


def groups(model: nn.Module):
    scales, weights, biases = [], [], []
    for m in model.modules():
        if hasattr(m, "bias") and isinstance(m.bias, nn.Parameter):
            biases.append(m.bias)
        if isinstance(m, nn.BatchNorm2d):
            scales.append(m.weight)
        elif getattr(m, "weight", None) is not None:
            weights.append(m.weight)
    return scales, weights, biases


def freeze(model: nn.Module):
    for m in model.modules():
        if isinstance(m, nn.modules.batchnorm._BatchNorm):
            m.weight.requires_grad = False
            m.running_mean = torch.zeros_like(m.running_mean)
""",
        """
from mindspore import nn, ops, Parameter
from mindport_helpers import has_parameter, layer_parameter, set_data


def groups(model: nn.Cell):
    scales, weights, biases = [], [], []
    for m in (cell for _, cell in model.cells_and_names()):
        if has_parameter(m, "bias") and isinstance(layer_parameter(m, "bias"), Parameter):
            biases.append(layer_parameter(m, "bias"))
        if isinstance(m, nn.BatchNorm2d):
            scales.append(m.gamma)
        elif layer_parameter(m, "weight", None) is not None:
            weights.append(layer_parameter(m, "weight"))
    return scales, weights, biases


def freeze(model: nn.Cell):
    for m in (cell for _, cell in model.cells_and_names()):
        if isinstance(m, nn.layer.normalization._BatchNorm):
            layer_parameter(m, "weight").requires_grad = False
            set_data(layer_parameter(m, "running_mean"), ops.stop_gradient(ops.zeros_like(layer_parameter(m, "running_mean"))))
""",
    ),
    (  # what has statistics is a normalisation
        """
import torch


def fused(conv, bn, values: torch.Tensor):
    count = bn.bias.numel()
    bn.bias.data.copy_(values[:count])
    scale = bn.weight / torch.sqrt(bn.running_var + 1e-5)
    return conv.weight * scale, conv.bias
""",
        """
from mindspore import mint, Tensor
from mindport_helpers import layer_parameter


def fused(conv, bn, values: Tensor):
    count = layer_parameter(bn, "bias").numel()
    layer_parameter(bn, "bias").data.copy_(values[:count].copy())
    scale = layer_parameter(bn, "weight") / mint.sqrt(layer_parameter(bn, "running_var") + 1e-5)
    return conv.weight * scale, conv.bias
""",
    ),
]
NOOPS = [
    "def of_convolution(m, car):\n    return hasattr(m, 'padding'), hasattr(car, 'weight')\n",
]

_WORDS = ("hasattr", "getattr", "_BatchNorm", "running_")
_STATISTICS = ("running_mean", "running_var")
_WEIGHTS = ("weight", "bias", "running_mean", "running_var")
_OF_ANY = ("torch.nn.modules.batchnorm._BatchNorm", "torch.nn.modules.batchnorm._NormBase")


def matches(module: Module) -> Iterator[Match]:
    text = module.source.text
    if not module.source.imports_torch or not any(word in text for word in _WORDS):
        return
    asked: set[tuple[int, str]] = set()
    for node in module.source.nodes:
        found = _asked(module, node)
        if found is not None:
            asked.add((id(names.scope_of(module.source, found)), ast.unparse(found.args[0])))
            assert isinstance(found.func, ast.Name)
            helper = "has_parameter" if found.func.id == "hasattr" else "layer_parameter"
            yield Match((Edit(module.source.span(found.func), (module.spelling.helper(helper),)),))
    weights = [node for node in module.source.each(ast.Attribute) if node.attr in _WEIGHTS]
    normalised = {_place(module, node) for node in weights if _has_statistics(module, node)}
    for node in weights:
        kind = module.analysis.type_of(node.value)
        here = _place(module, node)
        meant = kind.name in _OF_ANY or here in normalised and _is_open(module, node)
        if not meant and not (here in asked and module.api(node) is None):
            continue
        start = f"{module.spelling.helper('layer_parameter')}("
        parts = (start, receiver_span(module.source, node), f', "{node.attr}")')
        parent = module.source.parent(node)
        if isinstance(node.ctx, ast.Load):
            yield Match((Edit(module.source.span(node), parts),), frozenset([id(node)]))
        elif meant and isinstance(parent, ast.Assign) and _is_given(node, parent):
            given = f"{module.spelling.helper('set_data')}("
            value = module.source.span(parent.value)
            yield Match(
                (Edit(module.source.span(parent), (given, *parts, ", ", value, ")"), 0),), frozenset([id(node)])
            )


def _place(module: Module, node: ast.Attribute) -> tuple[int, str]:
    return id(names.scope_of(module.source, node)), ast.unparse(node.value)


def _has_statistics(module: Module, node: ast.Attribute) -> bool:
    """Whether the attribute is one that normalisations have, of what nothing else is known of."""
    if node.attr not in _STATISTICS or isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
        return False
    return _is_open(module, node)


def _is_open(module: Module, node: ast.Attribute) -> bool:
    kind = module.analysis.type_of(node.value)
    return module.api(node) is None and (kind.kind == "unknown" or kind.kind == "module" and not kind.name)


def _is_given(node: ast.Attribute, parent: ast.Assign) -> bool:
    return len(parent.targets) == 1 and parent.targets[0] is node and not isinstance(parent.value, ast.Constant)


def _asked(module: Module, node: ast.AST) -> ast.Call | None:
    """The call, where it asks a layer of whatever kind for a weight."""
    if (
        not isinstance(node, ast.Call)
        or not isinstance(node.func, ast.Name)
        or node.func.id not in ("hasattr", "getattr")
    ):
        return None
    if len(node.args) < 2 or not isinstance(node.args[1], ast.Constant) or node.args[1].value not in _WEIGHTS:
        return None
    layer = node.args[0]
    kind = module.analysis.type_of(layer)
    if kind.certain_kind == "module":
        renamed = kind.name.startswith("torch.nn.") and ("Norm" in kind.name or "Embedding" in kind.name)
        return node if renamed or not kind.name else None
    return node if isinstance(layer, ast.Name) and _is_told_apart(module, layer) else None


def _is_told_apart(module: Module, name: ast.Name) -> bool:
    """Whether the function asks what kind of layer its argument is."""
    scope = names.scope_of(module.source, name)
    for node in ast.walk(scope) if scope is not None else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            if len(node.args) == 2 and ast.unparse(node.args[0]) == name.id:
                kinds = node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]]
                if any((module.api(kind) or "").startswith("torch.nn.") for kind in kinds):
                    return True
        if isinstance(node, ast.Attribute) and node.attr == "__class__" and ast.unparse(node.value) == name.id:
            return True
    return False
