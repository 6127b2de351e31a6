"""``partial(torch.arange, device=device)``: what stands beside a function in ``functools.partial`` is an argument of it.

MindSpore's functions have no device, so each call of what comes of it would fail.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.analysis.findings import Applicability
from mindport.rewrite.argument_edits import without_keywords
from mindport.rewrite.arguments import ArgumentList
from mindport.rewrite.rule import Match, Module

EXAMPLES = [
    (
        """
from functools import partial
import torch


def mask_of(lengths, images):
    arange = partial(torch.arange, device=lengths.device)
    zeros = partial(torch.zeros, device=images.device, dtype=torch.long)
    return arange(3), zeros(3)
""",
        """
from functools import partial
import mindspore as ms
from mindspore import mint, ops


def mask_of(lengths, images):
    arange = partial(ops.arange)
    zeros = partial(mint.zeros, dtype=ms.int64)
    return arange(3), zeros(3)
""",
    ),
]
NOOPS = [
    "from functools import partial\n\nread = partial(open, device=0)\n",
    "from functools import partial\nfrom mindspore import ops\n\nsoftmax = partial(ops.softmax, axis=-1)\n",
]

_PLACES = frozenset(["device", "pin_memory", "non_blocking", "memory_format"])


def matches(module: Module) -> Iterator[Match]:
    if "partial" not in module.source.text:
        return
    for call in module.source.each(ast.Call):
        if not call.keywords or not call.args or not _is_partial(call.func):
            continue
        finding = module.findings.get(id(call.args[0]))
        if finding is None or finding.row is None or finding.row.kind not in ("function", "class"):
            continue
        if finding.equivalent is None or finding.fix not in (Applicability.SAFE, Applicability.UNSAFE):
            continue  # torch's function stays, and takes its arguments
        given = [one for one in call.keywords if one.arg in _PLACES]
        if given:
            gone = frozenset(id(node) for one in given for node in ast.walk(one.value))
            edits = without_keywords(_PLACES, ArgumentList(module.source, call), module.site)
            yield Match(tuple(edits), handled=gone)


def _is_partial(callee: ast.expr) -> bool:
    return (callee.attr if isinstance(callee, ast.Attribute) else getattr(callee, "id", "")) == "partial"
