"""``os.environ["LOCAL_RANK"]`` and its kin, which torchrun sets, under the names that ``msrun`` gives them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import os
import torch.distributed as dist

if "WORLD_SIZE" in os.environ:
    dist.init_process_group()
local = int(os.environ["LOCAL_RANK"])
rank = int(os.environ.get("RANK", -1))
size = os.getenv('WORLD_SIZE', '1')
""",
        """
import os
import mindspore as ms

if "MS_WORKER_NUM" in os.environ:
    ms.communication.init()
local = int(os.environ["DEVICE_ID"])
rank = int(os.environ.get("RANK_ID", -1))
size = os.getenv('MS_WORKER_NUM', '1')
""",
    ),
]
NOOPS = ['import os\n\nlocal = int(os.environ["LOCAL_RANK"])\n']

_NAMES = {"LOCAL_RANK": "DEVICE_ID", "RANK": "RANK_ID", "WORLD_SIZE": "MS_WORKER_NUM"}


def matches(module: Module) -> Iterator[Match]:
    if not any(finding.use.api.startswith("torch.distributed.") for finding in module.findings.values()):
        return
    for node in module.source.nodes:
        name = _asked(node)
        if isinstance(name, ast.Constant) and name.value in _NAMES:
            span = module.source.span(name)
            quote = module.source.text[span.start : span.start + 1]
            if module.source.text[span.start : span.end] == f"{quote}{name.value}{quote}":
                yield Match((Edit(span, (f"{quote}{_NAMES[name.value]}{quote}",), 0),))


def _asked(node: ast.AST) -> ast.expr | None:
    """The name that the environment is asked for (what a script sets itself, it sets for torch)."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and _is_environment(node.value):
        return node.slice
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
        return node.left if _is_environment(node.comparators[0]) else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        owner, name = node.func.value, node.func.attr
        if name == "get" and _is_environment(owner):
            return node.args[0]
        if name == "getenv" and isinstance(owner, ast.Name) and owner.id == "os":
            return node.args[0]
    return None


def _is_environment(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "environ"
        and isinstance(node.value, ast.Name)
        and node.value.id == "os"
    )
