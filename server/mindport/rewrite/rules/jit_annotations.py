"""Names of types that TorchScript hands on (``torch.jit.Final``, ``torch.jit.annotations.List``) come from ``typing``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.rewrite.spelling import Import
from mindport.text import Edit

EXAMPLES = [
    (
        """
from torch import nn
from torch.jit import Final


class Scale(nn.Module):
    factor: Final[float]

    def __init__(self):
        super().__init__()
        self.factor = 2.0
""",
        """
from mindspore import nn
from typing import Final


class Scale(nn.Cell):
    factor: Final[float]

    def __init__(self):
        super().__init__()
        self.factor = 2.0
""",
    ),
]
NOOPS = ["from typing import Final\n\nsize: Final[int] = 3\n"]

_ANNOTATIONS = "torch.jit.annotations."
_TYPES = frozenset(["Any", "Dict", "List", "NamedTuple", "Optional", "Tuple", "Union"])


def matches(module: Module) -> Iterator[Match]:
    for finding in module.findings.values():
        api = finding.use.api
        name = api.removeprefix(_ANNOTATIONS) if api.startswith(_ANNOTATIONS) else ""
        if api == "torch.jit.Final":
            name = "Final"
        elif name not in _TYPES:
            continue
        if isinstance(finding.use.node, (ast.Name, ast.Attribute)) and _free(module, name):
            module.spelling.imports.add(Import(6, "typing", name))
            yield Match((Edit(module.source.span(finding.use.node), (name,)),), frozenset([id(finding.use.node)]))


def _free(module: Module, name: str) -> bool:
    """Whether the name may stand for ``typing``'s: nothing else in the file has it."""
    bound = module.analysis.bindings.qualified(name)
    return all(one == f"typing.{name}" or one.startswith("torch.jit.") for one in bound)
