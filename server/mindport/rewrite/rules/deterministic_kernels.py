"""A wish for deterministic kernels (``torch.backends.cudnn.deterministic = True``) becomes a call.

MindSpore's own may be called once in a process, but functions that seed are called again; the helper asks once."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch

torch.manual_seed(0)
torch.backends.cudnn.benchmark = False
torch.backends.cudnn.deterministic = True
torch.cuda.empty_cache()
""",
        """
import mindspore as ms
from mindport_helpers import use_deterministic_algorithms

ms.set_seed(0)
use_deterministic_algorithms(True)
""",
    ),
]
NOOPS = ["class backends:\n    pass\n\n\nbackends.deterministic = True\n"]

_DETERMINISTIC = "torch.backends.cudnn.deterministic"


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Assign):
        if len(node.targets) == 1 and module.api(node.targets[0]) == _DETERMINISTIC:
            setter = module.spelling.helper("use_deterministic_algorithms")
            parts = (f"{setter}(", module.source.span(node.value), ")")
            yield Match((Edit(module.source.span(node), parts, 1),), frozenset([id(node.targets[0])]))
