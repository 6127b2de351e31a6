"""``x[idx] = 0`` with ``idx`` what ``nonzero`` found: MindSpore 2.10 fails to write where an empty tensor of them says.

A mask that is true nowhere stands for such places.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.masks import are_places, assigned
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def without_lonely(losses: torch.Tensor, matches: torch.Tensor, scores: torch.Tensor):
    lonely = torch.where(matches.sum(1) == 0)[0]
    kept = torch.ones_like(losses)
    kept[lonely] = 0
    kept[(losses > 9).nonzero().squeeze(1)] += 1
    kept[torch.where(losses > 8)] = 0
    low = lonely[scores[lonely] < 0.1]
    kept[low] = 2
    matches[lonely, 0] = 1
    kept[losses > 7] = 3
    matches[torch.where(matches > 1)] = 1
    return losses[lonely], kept
""",
        """
from mindspore import ops, Tensor
from mindport_helpers import nonzero_tuple, places_of


def without_lonely(losses: Tensor, matches: Tensor, scores: Tensor):
    lonely = nonzero_tuple(matches.sum(1) == 0)[0]
    kept = ops.ones_like(losses)
    kept[places_of(kept, lonely)] = 0
    kept[places_of(kept, ops.nonzero(losses > 9).squeeze(1))] += 1
    kept[places_of(kept, nonzero_tuple(losses > 8))] = 0
    low = lonely[scores[lonely] < 0.1]
    kept[places_of(kept, low)] = 2
    matches[lonely, 0] = 1
    kept[losses > 7] = 3
    matches[places_of(matches, nonzero_tuple(matches > 1))] = 1
    return losses[lonely], kept
""",
    ),
]
NOOPS = [
    "def put(x, places):\n    x[places] = 0\n",
    "import numpy as np\n\n\ndef put(x):\n    x[np.where(x > 1)[0]] = 0\n",
    "from mindspore import Tensor\n\n\ndef put(x: Tensor, places: Tensor):\n    x[places] = 0\n    x[x > 3] = 1\n",
]


def matches(module: Module) -> Iterator[Match]:
    masks: set[str] | None = None
    for node in module.source.each(ast.Subscript):
        if not isinstance(node.ctx, ast.Store) or not isinstance(node.value, (ast.Name, ast.Attribute)):
            continue
        if isinstance(node.slice, (ast.Constant, ast.Slice, ast.Tuple, ast.UnaryOp, ast.Compare)):
            continue
        masks = assigned(module) if masks is None else masks
        if are_places(module, node.slice, masks):
            span, holder = module.source.span(node.slice), module.source.text_of(node.value)
            yield Match((Edit(span, (f"{module.spelling.helper('places_of')}({holder}, ", span, ")"), 1),))
