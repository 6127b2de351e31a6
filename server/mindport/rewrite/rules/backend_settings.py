"""Settings of the CUDA libraries (``torch.backends.cudnn.benchmark = True``) go, and calls that come to nothing.

A wish for deterministic kernels becomes ``set_deterministic``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.analysis.findings import Applicability
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
torch.cuda.empty_cache()
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
    gone: list[tuple[ast.stmt, ast.AST]] = []
    for node in module.source.nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _comes_to_nothing(module, node.value):
            gone.append((node, node.value.func))
        if not isinstance(node, ast.Assign) or len(node.targets) != 1:
            continue
        target = node.targets[0]
        api = module.api(target)
        if api in _GONE and isinstance(node.value, ast.Constant):
            gone.append((node, target))
        elif api == _DETERMINISTIC:
            setter = module.spelling.name("mindspore.set_deterministic")
            parts = (f"{setter}(", module.source.span(node.value), ")")
            yield Match((Edit(module.source.span(node), parts, 1),), frozenset([id(target)]))
    edits = statements.removals(module.source, [node for node, _ in gone])
    for statement, used in gone:
        inside = (
            frozenset(id(n) for n in ast.walk(statement)) if isinstance(statement, ast.Expr) else frozenset([id(used)])
        )
        yield Match((edits[id(statement)],), inside)


def _comes_to_nothing(module: Module, call: ast.Call) -> bool:
    """Whether the row has nothing in the call's place, and its arguments call nothing."""
    finding = module.findings.get(id(call.func))
    if finding is None or finding.equivalent is None or finding.equivalent.template != "None":
        return False
    applied = finding.fix in (Applicability.SAFE, Applicability.UNSAFE)
    given = [*call.args, *(k.value for k in call.keywords)]
    return applied and not any(isinstance(n, ast.Call) for value in given for n in ast.walk(value))
