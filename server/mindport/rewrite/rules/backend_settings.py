"""Settings of the CUDA libraries (``torch.backends.cudnn.benchmark = True``) go; MindSpore needs none.

A wish for deterministic kernels becomes ``set_deterministic``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import statements
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch

torch.manual_seed(0)
torch.backends.cudnn.benchmark = False
torch.backends.cudnn.deterministic = True
""",
        """
import mindspore as ms

ms.set_seed(0)
ms.set_deterministic(True)
""",
    ),
]
NOOPS = ["class backends:\n    pass\n\n\nbackends.deterministic = True\n"]

_GONE = frozenset(
    [
        "torch.backends.cudnn.benchmark",
        "torch.backends.cudnn.enabled",
        "torch.backends.cudnn.allow_tf32",
        "torch.backends.cuda.matmul.allow_tf32",
    ]
)
_DETERMINISTIC = "torch.backends.cudnn.deterministic"


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None:
        return
    gone: list[ast.Assign] = []
    for node in module.source.nodes:
        if not isinstance(node, ast.Assign) or len(node.targets) != 1:
            continue
        target = node.targets[0]
        api = module.api(target)
        if api in _GONE and isinstance(node.value, ast.Constant):
            gone.append(node)
        elif api == _DETERMINISTIC:
            setter = module.spelling.name("mindspore.set_deterministic")
            parts = (f"{setter}(", module.source.span(node.value), ")")
            yield Match((Edit(module.source.span(node), parts, 1),), frozenset([id(target)]))
    edits = statements.removals(module.source, gone)
    for node in gone:
        yield Match((edits[id(node)],), frozenset([id(node.targets[0])]))
