"""``m.momentum = 0.03`` and ``m.eps = 1e-3`` of a normalisation: MindSpore's layers compute with what they were made with.

The attributes take the values there, and nothing changes: running statistics that were to stand still would move on.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.rewrite.set_attributes import settings
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn


def prepare(model: nn.Module, still: bool):
    for m in model.modules():
        kind = type(m)
        if kind is nn.BatchNorm2d:
            m.eps = 1e-3  # as in TensorFlow
            m.momentum = 0.03
        elif isinstance(m, nn.BatchNorm1d) and still:
            m.kept = m.momentum
            m.momentum *= 0.5
            setattr(m, "momentum", 0.1)
            for name, value in {"eps": 1e-3}.items():
                setattr(m, name, value)
""",
        """
from mindspore import nn
from mindport_helpers import set_normalization


def prepare(model: nn.Cell, still: bool):
    for m in (cell for _, cell in model.cells_and_names()):
        kind = type(m)
        if kind == nn.BatchNorm2d:
            set_normalization(m, eps=1e-3)  # as in TensorFlow
            set_normalization(m, momentum=0.03)
        elif isinstance(m, nn.BatchNorm1d) and still:
            m.kept = m.momentum
            set_normalization(m, momentum=m.momentum * 0.5)
            set_normalization(m, **{"momentum": 0.1})
            for name, value in {"eps": 1e-3}.items():
                set_normalization(m, **{name: value})
""",
    ),
]
NOOPS = [
    "def roll(ball):\n    ball.momentum = 3\n",
]

_NORMALIZATION = re.compile(r"(Batch|Layer|Group)Norm|_NormBase")


def matches(module: Module) -> Iterator[Match]:
    text = module.source.text
    if (
        not module.source.imports_torch
        or not _NORMALIZATION.search(text)
        or not (".eps" in text or ".momentum" in text or "setattr(" in text)
    ):
        return
    for node, target, value in settings(module, ("eps", "momentum")):
        if _is_layers(module, target.value, target.attr, target):
            start = f"{module.spelling.helper('set_normalization')}("
            parts = (start, module.source.span(target.value), f", {target.attr}=", *value, ")")
            yield Match((Edit(module.source.span(node), parts, 0),))
    if "setattr(" in text:
        yield from _by_name(module)


def _by_name(module: Module) -> Iterator[Match]:
    """``setattr(m, "momentum", 0.1)``; where the layer is asked for its class, whatever is set by a name in a variable."""
    for node in module.source.each(ast.Call):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != "setattr":
            continue
        if len(node.args) != 3 or node.keywords or not isinstance(module.source.parent(node), ast.Expr):
            continue
        owner, name, value = node.args
        if isinstance(name, ast.Constant):
            said = name.value in ("eps", "momentum") and _is_layers(module, owner, name.value, node)
        else:
            said = isinstance(name, ast.Name) and _is_asked_for(module, node, ast.unparse(owner))
        if said:
            span = module.source.span
            start = f"{module.spelling.helper('set_normalization')}("
            yield Match((Edit(span(node), (start, span(owner), ", **{", span(name), ": ", span(value), "})"), 1),))


def _is_asked_for(module: Module, node: ast.AST, owner: str) -> bool:
    """Whether it stands under ``if isinstance(m, nn.BatchNorm2d)``."""
    around: ast.AST | None = node
    while around is not None:
        if isinstance(around, ast.If):
            test = ast.unparse(around.test)
            if f"isinstance({owner}," in test and _NORMALIZATION.search(test):
                return True
        around = module.source.parent(around)
    return False


def _is_layers(module: Module, owner: ast.expr, name: str, target: ast.AST) -> bool:
    """Whether the attribute may be that of a normalisation: where nothing else is known, the function speaks of such layers."""
    if isinstance(owner, ast.Name) and owner.id in ("self", "cls"):
        return False
    found = module.analysis.type_of(owner)
    if found.kind == "module" and found.name:
        return found.name.startswith("torch.nn.") and _NORMALIZATION.search(found.name) is not None
    if found.kind not in ("module", "unknown"):
        return False
    if name == "momentum":
        return "BatchNorm" in module.source.text
    around = module.source.function_around(target)
    span = module.source.span(around) if around is not None else Span(0, len(module.source.text))
    return _NORMALIZATION.search(module.source.text[span.start : span.end]) is not None
