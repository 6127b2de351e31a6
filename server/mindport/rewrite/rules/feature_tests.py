"""``hasattr(F, "scaled_dot_product_attention")`` asks which torch there is: the answer is whether the migrated code can use it.

True where MindSpore, or a helper, does what the name stands for, False where nothing does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.mapping import choosing
from mindport.rewrite import imports
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
import torch.nn.functional as F


def attend(q, k, v):
    if hasattr(F, "scaled_dot_product_attention"):
        return F.scaled_dot_product_attention(q, k, v)
    return torch.relu(q @ k) @ v


apple = hasattr(torch.backends, "mps")
""",
        """
from mindspore import mint
from mindport_helpers import scaled_dot_product_attention


def attend(q, k, v):
    if True:
        return scaled_dot_product_attention(q, k, v)
    return mint.nn.functional.relu(q @ k) @ v


apple = False
""",
    ),
]
NOOPS = ["import math\n\nexact = hasattr(math, 'isclose')\n"]


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.nodes:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "hasattr"):
            continue
        if len(node.args) != 2 or node.keywords:
            continue
        name = node.args[1].value if isinstance(node.args[1], ast.Constant) else None
        owner = module.analysis.type_of(node.args[0])
        if not isinstance(name, str) or owner.kind != "namespace" or not imports.is_torch(owner.name):
            continue
        inside = frozenset(id(n) for n in ast.walk(node.args[0]))
        answer = str(_serves(module, f"{owner.name}.{name}"))
        yield Match((Edit(module.source.span(node), (answer,), 1),), inside)


def _serves(module: Module, api: str) -> bool:
    """Whether a row has an equivalent of the API that does something."""
    context = module.context
    row = context.rows.get(api)
    for equivalent in row.equivalents if row is not None else ():
        does = equivalent.mindspore or equivalent.helper or "mindspore." in (equivalent.template or "")
        if does and choosing.serves(equivalent, context.target, context.mindspore):
            return True
    return False
