"""``nn.LayerNorm = LayerNorm``: from then on the name is the project's own, so neither it nor what it is called for is torch's.

Nothing of it is converted.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module

ORDER = 10
EXAMPLES = [
    (  # other defaults are no other meaning
        """
import functools
import torch.nn.functional as F

F.gelu = functools.partial(F.gelu, approximate="tanh")
""",
        """
import functools
from mindspore import ops

ops.gelu = functools.partial(ops.gelu, approximate="tanh")
""",
    ),
]
NOOPS = [
    "import shop as nn\n\nnn.LayerNorm = object\nlayer = nn.LayerNorm(3)\n",
]


def matches(module: Module) -> Iterator[Match]:
    replaced = set()
    for node in module.source.nodes:
        if type(node) is not ast.Assign:
            continue
        for target in node.targets:
            finding = module.findings.get(id(target)) if isinstance(target, ast.Attribute) else None
            if finding is None or finding.row is None or finding.row.kind not in ("class", "function"):
                continue
            if not any(module.api(n) == finding.use.api for n in ast.walk(node.value)):  # else a way to call it
                replaced.add(finding.use.api)
    if replaced:
        nodes = [f.use.node for f in module.findings.values() if f.use.api in replaced]
        yield Match((), left=tuple((node, "replaced") for node in nodes))
