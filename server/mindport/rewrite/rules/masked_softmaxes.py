"""``scores.masked_fill(mask, -inf).softmax(-1)`` becomes a helper: where a mask hides a whole row, MindSpore 2.10 writes on a
CPU neither that row nor those after it.

In torch that row is ``nan``, which code replaces or never looks at; the others are right. A causal mask hides no whole row, nor
does one that compares the scores themselves.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.mapping.row import Target
from mindport.rewrite import hidden_scores
from mindport.rewrite.held_names import binds, part_for
from mindport.rewrite.hidden_scores import are_hidden
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
import torch.nn as nn
import torch.nn.functional as F

NOTHING = float("-inf")


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.softmax = nn.Softmax(dim=-1)
        self.register_buffer("bias", torch.tril(torch.ones(9, 9)))

    def forward(self, scores: torch.Tensor, mask: torch.Tensor, values: torch.Tensor):
        if mask is not None:
            scores = scores.masked_fill(mask == 0, NOTHING)
        return torch.nan_to_num(self.softmax(scores)) @ values

    def causal(self, scores: torch.Tensor):
        n = scores.size(-1)
        return F.softmax(scores.masked_fill(self.bias[:n, :n] == 0, float("-inf")), dim=-1)


def pooled(scores: torch.Tensor, padded: torch.Tensor, mask: torch.Tensor):
    other = F.softmax(scores.masked_fill(padded, -1e9), dim=-1)
    top = scores.clone()
    top[top < 1] = -float("inf")
    scores.masked_fill_(padded, float("-inf"))
    return F.softmax(scores, dim=1, dtype=torch.float32), (other + mask).softmax(-1), torch.softmax(top, -1)


def at_once(scores: torch.Tensor, padded: torch.Tensor):
    normalize = nn.Softmax(dim=0)
    hidden = scores.masked_fill(padded, float("-inf"))
    return nn.Softmax(dim=-1)(hidden), normalize(hidden), nn.Softmax(dim=1)(scores)
""",
        """
import mindspore as ms
from mindspore import mint, nn, ops, Tensor
from mindport_helpers import TorchMaskedSoftmax, TorchSoftmax, masked_softmax, nan_to_num, softmax

NOTHING = float("-inf")


class Attention(nn.Cell):
    def __init__(self):
        super().__init__()
        self.softmax = TorchMaskedSoftmax(dim=-1)
        self.register_buffer("bias", ops.tril(mint.ones((9, 9))))

    def construct(self, scores: Tensor, mask: Tensor, values: Tensor):
        if mask is not None:
            scores = scores.masked_fill(mask == 0, NOTHING)
        return nan_to_num(self.softmax(scores)) @ values

    def causal(self, scores: Tensor):
        n = scores.shape[-1]
        return softmax(scores.masked_fill(self.bias[:n, :n] == 0, float("-inf")), dim=-1)


def pooled(scores: Tensor, padded: Tensor, mask: Tensor):
    other = softmax(scores.masked_fill(padded, -1e9), dim=-1)
    top = ops.deepcopy(scores)
    top[top < 1] = -float("inf")
    scores[...] = scores.masked_fill(padded, float("-inf"))
    return masked_softmax(scores, dim=1, dtype=ms.float32), masked_softmax(other + mask, -1), softmax(top, -1)


def at_once(scores: Tensor, padded: Tensor):
    normalize = TorchMaskedSoftmax(dim=0)
    hidden = scores.masked_fill(padded, float("-inf"))
    return TorchMaskedSoftmax(dim=-1)(hidden), normalize(hidden), TorchSoftmax(dim=1)(scores)
""",
    ),
]
NOOPS = [
    "def weights(x, mask):\n    return x.masked_fill(mask, float('-inf')).softmax(-1)\n",
    "from mindspore import Tensor, mint\n\n\ndef weights(x: Tensor, mask: Tensor):\n"
    "    return mint.softmax(x.masked_fill(mask, float('-inf')), -1)\n",
]

_FUNCTIONS = frozenset(["torch.softmax", "torch.nn.functional.softmax", "torch.special.softmax"])


def matches(module: Module) -> Iterator[Match]:
    if module.context.target is not Target.CPU or not hidden_scores.are_written(module):
        return
    calls = module.source.each(ast.Call)
    layers = {id(node.func): node for node in calls if module.certain_api(node) == "torch.nn.Softmax"}
    found: set[int] = set()
    for node in calls:
        api = module.certain_api(node)
        if api in _FUNCTIONS:
            subject = next((k.value for k in node.keywords if k.arg == "input"), None) or next(iter(node.args), None)
            if subject is not None and are_hidden(module, subject, whole=True):
                edit = Edit(module.source.span(node.func), (module.spelling.helper("masked_softmax"),), 1)
                yield Match((edit,), handled=frozenset([id(node.func)]))
        elif api == "torch.Tensor.softmax" and isinstance(node.func, ast.Attribute):
            if are_hidden(module, node.func.value, whole=True):
                yield _method(module, node, node.func)
        elif (
            layers
            and node.args
            and isinstance(node.func, (ast.Attribute, ast.Name, ast.Call))
            and are_hidden(module, node.args[0], whole=True)
        ):
            found |= {id(layer) for layer in made_of(module, node.func) if id(layer) in layers}
    for key in sorted(found, key=lambda one: layers[one].lineno):
        edit = Edit(module.source.span(layers[key].func), (module.spelling.helper("TorchMaskedSoftmax"),), 1)
        yield Match((edit,), handled=frozenset([key]))


def _method(module: Module, call: ast.Call, function: ast.Attribute) -> Match:
    """``scores.softmax(-1)`` as a call of the helper."""
    subject = function.value
    given = [*call.args, *call.keywords]
    parts: list[object] = [module.spelling.helper("masked_softmax"), "(", module.source.span(subject)]
    for one in given:
        parts += [", ", module.source.span(one)]
    return Match((Edit(module.source.span(call), (*parts, ")"), 1),), handled=frozenset([id(function)]))  # type: ignore[arg-type]


def made_of(module: Module, function: ast.Attribute | ast.Name | ast.Call) -> Iterator[ast.expr]:
    """What is called to make the layer that is called: of ``self.softmax``, in its class, the ``nn.Softmax``."""
    if isinstance(function, ast.Call):
        yield function.func
        return
    if isinstance(function, ast.Name):
        for made in module.source.each(ast.Assign):
            parts = (part_for(target, made.value, function.id) for target in made.targets if binds(target, function.id))
            yield from (part.func for part in parts if isinstance(part, ast.Call))
        return
    around = module.source.around(function, ast.ClassDef)
    if around is None or not isinstance(function.value, ast.Name):
        return
    for node in ast.walk(around):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            if any(isinstance(t, ast.Attribute) and t.attr == function.attr for t in node.targets):
                yield node.value.func
