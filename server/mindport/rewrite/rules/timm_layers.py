"""The few layers and functions of timm that model files share come from the helpers; ``@register_model`` goes.

What else a file takes from timm stays, and the report says what serves in the library's place.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import library_names
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch
from torch import nn
from timm.models.layers import DropPath, to_2tuple, trunc_normal_
from timm.models.registry import register_model


class Block(nn.Module):
    def __init__(self, dim, size, drop_path=0.1):
        super().__init__()
        self.size = to_2tuple(size)
        self.bias = nn.Parameter(torch.zeros(dim))
        self.drop_path = DropPath(drop_path)
        trunc_normal_(self.bias, std=0.02)

    def forward(self, x):
        return x + self.drop_path(x * self.bias)


@register_model
def block(**options):
    return Block(8, 4, **options)
""",
        """
from mindspore import mint, nn, Parameter
from mindport_helpers import DropPath, init_trunc_normal_, to_2tuple


class Block(nn.Cell):
    def __init__(self, dim, size, drop_path=0.1):
        super().__init__()
        self.size = to_2tuple(size)
        self.bias = Parameter(mint.zeros(dim))
        self.drop_path = DropPath(drop_path)
        init_trunc_normal_(self.bias, std=0.02)

    def construct(self, x):
        return x + self.drop_path(x * self.bias)


def block(**options):
    return Block(8, 4, **options)
""",
    ),
]
NOOPS = ["from shop.layers import DropPath\n\nx = DropPath(0.1)\n"]

_NAMES = {
    "DropPath": "DropPath", "drop_path": "drop_path", "Mlp": "VisionMlp", "PatchEmbed": "PatchEmbed",
    "to_ntuple": "to_ntuple", "to_2tuple": "to_2tuple", "to_3tuple": "to_3tuple", "trunc_normal_": "init_trunc_normal_",
    "lecun_normal_": "init_lecun_normal_",
}  # fmt: skip
_MODULES = [f"timm.{layers}{part}" for layers in ("layers", "models.layers")
            for part in ("", ".drop", ".mlp", ".patch_embed", ".helpers", ".weight_init")]  # fmt: skip
_HELPERS = {f"{module}.{name}": helper for module in _MODULES for name, helper in _NAMES.items()} | {
    f"timm.models.vision_transformer.{name}": helper
    for name, helper in {**_NAMES, "Attention": "VisionAttention", "_cfg": "vision_config"}.items()
}
_REGISTRIES = ("timm.models.registry", "timm.models", "timm.models._registry")


def matches(module: Module) -> Iterator[Match]:
    if "timm" not in module.source.text:
        return
    yield from library_names.imported(module, "timm", _HELPERS)
    for node in module.source.each(ast.ImportFrom):
        if node.module in _REGISTRIES and not node.level and not module.is_of_project(node):
            names = {a.asname or a.name for a in node.names if a.name == "register_model"}
            marks = [*_decorators(module, names)]
            if names and len(marks) == _uses(module, names):
                rest = [a for a in node.names if a.name != "register_model"]
                yield Match((library_names.without(module, node, rest), *marks))


def _decorators(module: Module, names: set[str]) -> Iterator[Edit]:
    """Removes the lines of the bare decorators of these names."""
    text = module.source.text
    for node in module.source.nodes:
        for mark in getattr(node, "decorator_list", ()):
            if isinstance(mark, ast.Name) and mark.id in names:
                span = module.source.span(mark)
                start = text.rfind("\n", 0, span.start) + 1
                end = text.find("\n", span.end) + 1
                if text[start : span.start].strip() == "@" and not text[span.end : end].strip():
                    yield Edit(Span(start, end), ("",), 1)


def _uses(module: Module, names: set[str]) -> int:
    return sum(isinstance(node, ast.Name) and node.id in names for node in module.source.nodes)
