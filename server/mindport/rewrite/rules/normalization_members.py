"""``bn.affine``, ``bn.track_running_stats``, ``bn.reset_running_stats()``: MindSpore's normalisations have no such members.

They are asked of a helper where the object is such a layer for certain, or was asked for its class.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
from torch import nn


def prepare(model: nn.Module, module):
    for m in model.modules():
        if isinstance(m, (nn.BatchNorm1d, nn.BatchNorm2d)) and m.affine:
            m.weight.data.fill_(1)
            m.reset_running_stats()
    norm = nn.LayerNorm(4)
    return norm.elementwise_affine, module.affine
""",
        """
from mindspore import nn
from mindport_helpers import init_constant_, normalization_member


def prepare(model: nn.Cell, module):
    for m in (cell for _, cell in model.cells_and_names()):
        if isinstance(m, (nn.BatchNorm1d, nn.BatchNorm2d)) and normalization_member(m, "affine"):
            init_constant_(m.gamma, 1)
            normalization_member(m, "reset_running_stats")()
    norm = nn.LayerNorm((4,), epsilon=1e-05)
    return normalization_member(norm, "elementwise_affine"), module.affine
""",
    ),
]
NOOPS = [
    "def prepare(module):\n    return module.affine\n",
]

_NORMALIZATION = re.compile(r"(Batch|Layer|Group)Norm")
_MEMBERS = frozenset(["affine", "elementwise_affine", "track_running_stats", "reset_running_stats"])


def matches(module: Module) -> Iterator[Match]:
    text = module.source.text
    if not module.source.imports_torch or not _NORMALIZATION.search(text):
        return
    for node in module.source.each(ast.Attribute):
        if node.attr not in _MEMBERS or not isinstance(node.ctx, ast.Load) or not _is_normalization(module, node):
            continue
        span = module.source.span
        parts = (f"{module.spelling.helper('normalization_member')}(", span(node.value), f', "{node.attr}")')
        yield Match((Edit(span(node), parts, 1),), handled=frozenset([id(node)]))


def _is_normalization(module: Module, node: ast.Attribute) -> bool:
    found = module.analysis.type_of(node.value)
    if found.kind == "module" and found.name:
        return found.name.startswith("torch.nn.") and _NORMALIZATION.search(found.name) is not None
    if found.kind not in ("module", "unknown") or not isinstance(node.value, ast.Name) or node.value.id == "self":
        return False
    asked = f"isinstance({node.value.id},"
    for around in module.source.above(node, ast.FunctionDef, ast.AsyncFunctionDef):
        test = (
            around.test
            if isinstance(around, (ast.If, ast.IfExp))
            else around
            if isinstance(around, ast.BoolOp)
            else None
        )
        if test is not None:
            written = ast.unparse(test)
            if asked in written and _NORMALIZATION.search(written):
                return True
    return False
