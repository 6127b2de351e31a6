"""``model.module`` of what ``nn.DataParallel`` wraps: MindSpore has the model itself, which may not have such a member.

``getattr(model, "module", model)`` serves both, the model and a wrapper that another file makes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite import imports
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
from torch import nn


class Holder(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module

    def forward(self, x):
        return self.module(x)


def save(model: nn.Module, several, holder: Holder):
    local = nn.DataParallel(nn.Linear(2, 2))
    optimizer = torch.optim.Adam(model.module.parameters())
    if hasattr(model, "module"):
        model = model.module
    return local.module, holder.module, several.module.tell(), optimizer
""",
        """
from mindspore import mint, nn
from mindport_helpers import TorchAdam


class Holder(nn.Cell):
    def __init__(self, module):
        super().__init__()
        self.module = module

    def construct(self, x):
        return self.module(x)


def save(model: nn.Cell, several, holder: Holder):
    local = mint.nn.Linear(2, 2)
    optimizer = TorchAdam(getattr(model, "module", model).trainable_params())
    if hasattr(model, "module"):
        model = model.module
    return getattr(local, "module", local), holder.module, several.module.tell(), optimizer
""",
    ),
]
NOOPS = ["def tell(model):\n    return model.module\n"]

_CALLED = re.compile(r"(?:^|_)(?:model|net|network)s?\d*(?:_|$)")


def matches(module: Module) -> Iterator[Match]:
    if imports.migrated_before(module.source):
        return  # an earlier pass knew what is a wrapper still
    for node in module.source.each(ast.Attribute):
        if node.attr != "module" or not isinstance(node.ctx, ast.Load):
            continue
        if _is_plain(node.value) and _may_be_unwrapped(module, node.value) and not _is_asked_for(module, node):
            owner = ast.unparse(node.value)
            edit = Edit(module.source.span(node), (f'getattr({owner}, "module", {owner})',), 1)
            yield Match((edit,), frozenset([id(node)]))


def _is_plain(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _may_be_unwrapped(module: Module, owner: ast.expr) -> bool:
    """Whether the model is one of no class in particular, or what ``nn.DataParallel`` is around."""
    found = module.analysis.type_of(owner)
    if found.kind == "module":
        return found.name in ("", "torch.nn.DataParallel")
    if not found.is_unknown or not any(f.use.api.startswith("torch.") for f in module.findings.values()):
        return False
    return _CALLED.search(ast.unparse(owner).rpartition(".")[2].lower()) is not None


def _is_asked_for(module: Module, node: ast.expr) -> bool:
    """Whether a test around it, of the wrapper's class or of the member itself, comes first."""
    current: ast.AST = node
    for parent in module.source.above(node, ast.FunctionDef, ast.AsyncFunctionDef):
        if isinstance(parent, (ast.If, ast.IfExp)) and current is not parent.test:
            if any(
                isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in ("hasattr", "isinstance")
                for n in ast.walk(parent.test)
            ):
                return True
        current = parent
    return False
