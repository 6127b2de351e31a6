"""``partial(torch.stack, dim=1)`` becomes ``partial(ops.stack, axis=1)``: the names are those of what is handed on."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.analysis.uses import Role
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from functools import partial

import torch
from lightning_utilities.core.apply_func import apply_to_collection


class Collate:
    join = staticmethod(partial(torch.stack, dim=1))

    def __call__(self, items):
        act = partial(torch.nn.functional.leaky_relu, negative_slope=0.2)
        return apply_to_collection(items, torch.Tensor, torch.chunk, chunks=2, dim=1), partial(torch.sum, dim=1), act
""",
        """
from functools import partial

from mindspore import mint, ops, Tensor
from mindport_helpers import leaky_relu
from lightning_utilities.core.apply_func import apply_to_collection


class Collate:
    join = staticmethod(partial(ops.stack, axis=1))

    def __call__(self, items):
        act = partial(leaky_relu, negative_slope=0.2)
        return apply_to_collection(items, Tensor, ops.chunk, chunks=2, axis=1), partial(mint.sum, dim=1), act
""",
    ),
]
NOOPS = ["from functools import partial\n\n\ndef half(split):\n    return partial(split, dim=1)\n"]

_HANDING = frozenset(["partial", "partialmethod", "apply_to_collection"])


def matches(module: Module) -> Iterator[Match]:
    for call in module.source.each(ast.Call):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name not in _HANDING or not call.keywords:
            continue
        for handed in call.args:
            finding = module.findings.get(id(handed))
            if finding is None or finding.use.role is not Role.REFERENCE or (chosen := finding.equivalent) is None:
                continue
            if not chosen.mindspore or chosen.template or chosen.convert:
                continue
            if finding.row is None or any(one.helper or one.reference for one in finding.row.equivalents):
                continue  # a helper, which has torch's names, may be handed on instead
            for keyword in call.keywords:
                if keyword.arg is not None and keyword.arg in chosen.rename:
                    start = module.source.span(keyword).start
                    span = Span(start, start + len(keyword.arg))
                    yield Match((Edit(span, (chosen.rename[keyword.arg],)),))
