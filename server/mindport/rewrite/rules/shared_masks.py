"""``low = x < 1``, counted with twice, becomes ``low = ops.stop_gradient(x < 1)``: MindSpore's CPU adds no gradients of truths.

No gradient leads through truths in torch. MindSpore 2.10 has each calculation give one, and fails to add two: a step that
multiplies by a mask of what a network gave and divides by the mask's sum ends with a ``TypeError``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.mapping.row import Target
from mindport.rewrite import held_names as names
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules.whole_numbers import is_within_no_grad, may_have_gradient
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def margin_loss(scores: torch.Tensor, labels: torch.Tensor, weights: torch.Tensor):
    wrong = scores > 0.5
    near = (scores < 1).unsqueeze(0) & torch.isfinite(scores)
    far = scores > 2
    known = labels > 0
    loss = ((scores - 0.5) * wrong).sum() / wrong.sum() + torch.where(far, scores, weights).sum() + (~far * scores).sum()
    with torch.no_grad():
        hits = scores > 0.9
        print((scores * hits).sum() / hits.sum())
    return loss + (near.float() * scores).sum() / torch.sum(near) + (scores * known).sum() / known.sum()
""",
        """
import mindspore as ms
from mindspore import mint, ops, Tensor


def margin_loss(scores: Tensor, labels: Tensor, weights: Tensor):
    wrong = ops.stop_gradient(scores > 0.5)
    near = ops.stop_gradient((scores < 1).unsqueeze(0) & mint.isfinite(scores))
    far = scores > 2
    known = labels > 0
    loss = ((scores - 0.5) * wrong).sum() / wrong.sum() + mint.where(far, scores, weights).sum() + (~far * scores).sum()
    with ms._no_grad():
        hits = scores > 0.9
        print((scores * hits).sum() / hits.sum())
    return loss + (near.float() * scores).sum() / mint.sum(near) + (scores * known).sum() / known.sum()
""",
    ),
]
NOOPS = [
    "def mean(x):\n    low = x < 1\n    return (x * low).sum() / low.sum()\n",
    "from mindspore import Tensor\n\n\ndef mean(x: Tensor):\n    low = x < 1\n    return (x * low).sum()\n",
]

_TELLING = frozenset(
    f"torch.{owner}{name}"
    for owner in ("", "Tensor.")
    for name in (
        *("lt", "le", "gt", "ge", "eq", "ne", "less", "greater", "less_equal", "greater_equal", "not_equal", "isnan"),
        *("isinf", "isfinite", "isclose", "logical_and", "logical_or", "logical_not", "logical_xor"),
    )
)
_SHAPED = frozenset(
    ["view", "reshape", "unsqueeze", "squeeze", "expand", "expand_as", "repeat", "transpose", "permute", "any", "all"]
)
_COUNTED = frozenset(
    [
        "float",
        "double",
        "half",
        "int",
        "long",
        "short",
        "byte",
        "to",
        "type",
        "type_as",
        "sum",
        "mean",
        "prod",
        "cumsum",
        *_SHAPED,
    ]
) - {"any", "all"}
_OF_TORCH = frozenset(["torch.sum", "torch.mean", "torch.mul", "torch.multiply", "torch.prod", "torch.cumsum"])
_DEPTH = 4


def matches(module: Module) -> Iterator[Match]:
    if module.context.target is not Target.CPU:
        return
    for node in module.source.each(ast.Assign):
        if len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name) or isinstance(node.value, ast.Name):
            continue
        compared = _compared(module, node.value)
        if not compared or not any(may_have_gradient(module, one, _DEPTH) for one in compared):
            continue
        if _is_shared(module, node, node.targets[0]) and not is_within_no_grad(module, node):
            span = module.source.span(node.value)
            opening = module.spelling.name("mindspore.ops.stop_gradient") + "("
            yield Match((Edit(span, (opening, span, ")"), 1),))


def _compared(module: Module, node: ast.expr) -> list[ast.expr]:
    """What is compared in a value that holds truths; nothing, where it holds something else."""
    if isinstance(node, ast.Compare):
        if len(node.ops) != 1 or isinstance(node.ops[0], (ast.Is, ast.IsNot, ast.In, ast.NotIn)):
            return []
        return [node.left, *node.comparators] if module.analysis.kind_of(node) == "tensor" else []
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
        return _compared(module, node.operand)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Mult)):
        left, right = _compared(module, node.left), _compared(module, node.right)
        return [*left, *right] if left or right and not isinstance(node.op, ast.Mult) or left and right else []
    if not isinstance(node, ast.Call):
        return []
    api = module.certain_api(node) or ""
    if api in _TELLING:
        return [
            *([node.func.value] if api.startswith("torch.Tensor.") and isinstance(node.func, ast.Attribute) else []),
            *node.args,
        ]
    if api.startswith("torch.Tensor.") and api.rpartition(".")[2] in _SHAPED and isinstance(node.func, ast.Attribute):
        return _compared(module, node.func.value)
    return []


def _is_shared(module: Module, assignment: ast.Assign, name: ast.Name) -> bool:
    """Whether several calculations take the truths, or one in a loop."""
    source = module.source
    scope = names.scope_of(source, name)
    if scope is None:
        return False
    end = names.end_of(assignment)
    reads = [
        one for one in names.reads_of(source, scope, name.id) if names.place_of(one) >= end and _counts(module, one)
    ]
    if len(reads) > 1:
        return True
    around = list(names.nodes_around(source, assignment, scope))
    return any(
        isinstance(one, names.LOOPS) and one not in around
        for read in reads
        for one in names.nodes_around(source, read, scope)
    )


def _counts(module: Module, read: ast.Name) -> bool:
    """Whether the truths are calculated with as numbers there."""
    parent = module.source.parent(read)
    if isinstance(parent, ast.BinOp):
        return isinstance(parent.op, (ast.Mult, ast.Add, ast.Sub, ast.Div, ast.Pow))
    if isinstance(parent, ast.Attribute):
        return parent.attr in _COUNTED
    if isinstance(parent, ast.Call):
        return module.certain_api(parent) in _OF_TORCH
    return isinstance(parent, ast.Subscript) and parent.value is read
