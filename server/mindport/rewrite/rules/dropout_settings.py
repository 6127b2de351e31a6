"""``m.p = 0.1`` of a dropout: MindSpore's layers drop the share that they were made with, whatever the attribute says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindport.rewrite.rule import Match, Module
from mindport.rewrite.set_attributes import settings
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn


def prepare(model: nn.Module, share: float):
    for m in model.modules():
        if isinstance(m, nn.Dropout2d):
            m.p = share  # as published
            m.p *= 0.5


def update_dropout(m):
    if m.__class__.__name__.find("Dropout") != -1:
        if hasattr(m, "p"):
            m.p = 0.1
""",
        """
from mindspore import nn
from mindport_helpers import has_share, set_dropout


def prepare(model: nn.Cell, share: float):
    for m in (cell for _, cell in model.cells_and_names()):
        if isinstance(m, nn.Dropout2d):
            set_dropout(m, share)  # as published
            set_dropout(m, m.p * 0.5)


def update_dropout(m):
    if m.__class__.__name__.find("Dropout") != -1:
        if has_share(m):
            set_dropout(m, 0.1)
""",
    ),
]
NOOPS = [
    "def move(ball):\n    ball.p = 3\n",
]

_WORD: Final = "Dropout"
_SPOKEN: Final = "drop"


def matches(module: Module) -> Iterator[Match]:
    text = module.source.text
    if not module.source.imports_torch or not (".p =" in text or ".p *=" in text or ".p -=" in text or ".p +=" in text):
        return
    for node, target, value in settings(module, ("p",)):
        if _is_dropouts(module, target.value, target):
            start = f"{module.spelling.helper('set_dropout')}("
            parts = (start, module.source.span(target.value), ", ", *value, ")")
            yield Match((Edit(module.source.span(node), parts, 0),))
    for call in module.source.each(ast.Call) if "hasattr(" in text else ():
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != "hasattr":
            continue
        if len(call.args) != 2 or not isinstance(call.args[1], ast.Constant) or call.args[1].value != "p":
            continue
        if _is_dropouts(module, call.args[0], call):
            parts = (f"{module.spelling.helper('has_share')}(", module.source.span(call.args[0]), ")")
            yield Match((Edit(module.source.span(call), parts, 1),))


def _is_dropouts(module: Module, owner: ast.expr, place: ast.AST) -> bool:
    """Whether the attribute may be that of a dropout: where nothing else is known, the name or the function speaks of them."""
    if isinstance(owner, ast.Name) and owner.id in ("self", "cls"):
        return False
    found = module.analysis.type_of(owner)
    if found.kind == "module" and found.name:
        return found.name.startswith("torch.nn.") and _WORD in found.name
    if found.kind not in ("module", "unknown"):
        return False
    if _SPOKEN in ast.unparse(owner).lower():
        return True
    around = module.source.function_around(place)
    span = module.source.span(around) if around is not None else Span(0, len(module.source.text))
    return _WORD in module.source.text[span.start : span.end]
