"""``device = torch.device(…)`` names MindSpore's device and selects it; tensors and models are born there.

MindSpore selects one device for the process; moving a tensor or a model between devices has no counterpart and goes away.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import statements
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

ORDER = 40
EXAMPLES = [
    (
        """
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
print(device)
""",
        """
import mindspore as ms

device = "CPU"
ms.set_device(device)
print(device)
""",
    ),
]
NOOPS = ["device = open('/dev/null')\n"]
NAMES = {"cpu": "CPU", "gpu": "GPU", "ascend": "Ascend"}


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None:
        return
    for node in module.source.nodes:
        if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            continue
        if not _chooses_device(module, node.value) or not statements.alone_on_lines(module.source, node):
            continue
        name = node.targets[0].id
        indent = statements.indentation(module.source, node)
        select = module.spelling.name("mindspore.set_device")
        lines = statements.line_span(module.source, node)
        edits = [Edit(module.source.span(node.value), (f'"{NAMES[module.context.target.value]}"',), 1)]
        ends = module.source.text[lines.start : lines.end].endswith("\n")
        line = f"{indent}{select}({name})"
        edits.append(Edit(Span(lines.end, lines.end), (line + "\n" if ends else "\n" + line,), 1))
        yield Match(tuple(edits), frozenset(id(n) for n in ast.walk(node.value)))


def _chooses_device(module: Module, node: ast.expr) -> bool:
    """``torch.device(…)``, or ``"cuda" if torch.cuda.is_available() else "cpu"``."""
    if isinstance(node, ast.Call) and module.api(node.func) == "torch.device":
        return True
    return (
        isinstance(node, ast.IfExp)
        and isinstance(node.test, ast.Call)
        and module.api(node.test.func) == "torch.cuda.is_available"
        and all(_names_device(module, arm) for arm in (node.body, node.orelse))
    )


def _names_device(module: Module, node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    return isinstance(node, ast.Call) and module.api(node.func) == "torch.device"
