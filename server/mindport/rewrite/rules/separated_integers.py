"""``x[0, :, places]`` becomes ``x[0][:, places]``: MindSpore counts the number as one index more, torch chooses by it first.

A number and a tensor of indices that a slice, ``None`` or ``...`` stands between are, as in NumPy, indices apart: what they
choose comes as the first axis, and the result is transposed, without a word where the sizes agree. Where such a part is
assigned, the number becomes a slice of one: ``x[0:1, :, places] = y``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


def picked(x: torch.Tensor, places: torch.Tensor, y: torch.Tensor):
    for b in range(len(x)):
        x[b, :, places] = y[b, ..., places, 1:]
    x[-1, :, places] = 0
    x[-2, :, [0, 1]] += y
    return x[0, 1:, places], x[:, places, :, -1], x[0, None, x > 0], y[:, 0, :, places]
""",
        """
from mindspore import Tensor


def picked(x: Tensor, places: Tensor, y: Tensor):
    for b in range(len(x)):
        x[b:b + 1, :, places] = y[b][..., places, 1:]
    x[-1, :, places] = 0
    x[-2:-1, :, [0, 1]] += y
    return x[0][1:, places], x[:, :, :, -1][:, places, :], x[0][None, x > 0], y[:, 0][:, :, places]
""",
    ),
]
NOOPS = [
    "def near(x, index):\n    return x[0, :, index]\n",
    "from mindspore import Tensor\n\n\ndef near(x: Tensor, i: Tensor, n: int):\n"
    "    return x[i, :, 0], x[:, 0, i], x[0, i], x[0, :, 1], x[0, i, 1:], x[i, :, 0, i], x[:, i, 0], x[0, :, n]\n",
]

_CALLED = re.compile(
    r"(?:^|_)(?:masks?|idxs?|inds|index|indices|indexes|perm|places?|valid|keep|sel|selected)(?:_|\d|$)"
)


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Subscript):
        if not isinstance(node.slice, ast.Tuple) or len(node.slice.elts) < 3:
            continue
        items = node.slice.elts
        kinds = [_kind(module, item) for item in items]
        if not _differs(kinds) or module.analysis.kind_of(node.value) != "tensor":
            continue
        if isinstance(node.ctx, ast.Load):
            yield Match((Edit(module.source.span(node.slice), _in_two(module, items, kinds), 0),))
        elif isinstance(node.ctx, ast.Store) and not _is_number(module, node):
            leading = next(place for place, kind in enumerate(kinds) if kind != "number")
            if "number" not in kinds[leading:]:
                yield Match(tuple(_as_slice(module, item) for item in items[:leading]))


def _kind(module: Module, item: ast.expr) -> str:
    """``number``, ``axes`` (what keeps or makes axes) or ``places``."""
    if isinstance(item, ast.Slice) or (isinstance(item, ast.Constant) and item.value in (None, Ellipsis)):
        return "axes"
    kind = module.analysis.kind_of(item)
    number = _signless(item)
    if kind == "int" or (isinstance(number, ast.Constant) and type(number.value) is int):
        return "number"
    if kind in ("tensor", "ndarray", "list") or isinstance(item, (ast.List, ast.Compare)):
        return "places"
    name = item.id if isinstance(item, ast.Name) else item.attr if isinstance(item, ast.Attribute) else ""
    return "places" if kind == "unknown" and _CALLED.search(name) else "open"


def _signless(item: ast.expr) -> ast.expr:
    return item.operand if isinstance(item, ast.UnaryOp) and isinstance(item.op, ast.USub) else item


def _differs(kinds: list[str]) -> bool:
    """Whether what the indices choose stands at another axis where numbers count as indices."""
    if "number" not in kinds or "places" not in kinds or "open" in kinds:
        return False
    return _place([kind for kind in kinds if kind != "number"]) != _place(
        ["places" if kind == "number" else kind for kind in kinds]
    )


def _place(kinds: list[str]) -> int:
    """The axis at which what the indices choose stands: where they stand themselves, or the first if they are apart."""
    first = kinds.index("places")
    last = len(kinds) - 1 - kinds[::-1].index("places")
    return 0 if "axes" in kinds[first:last] else first


def _in_two(module: Module, items: list[ast.expr], kinds: list[str]) -> tuple[str | Span, ...]:
    """The numbers, then, in brackets of its own, all else."""
    source = module.source
    numbers: list[list[str | Span]] = []
    for item, kind in zip(items, kinds, strict=True):
        if kind == "number":
            numbers.append([source.span(item)])
        elif isinstance(item, ast.Constant):
            numbers += [["..."]] if item.value is Ellipsis else []
        else:
            numbers.append([":"])
    if ["..."] not in numbers:
        while numbers[-1] == [":"]:
            numbers.pop()
    elif all(one in ([":"], ["..."]) for one in numbers[numbers.index(["..."]) :]):
        del numbers[numbers.index(["..."]) :]
    others: list[list[str | Span]] = [
        [source.span(item)] for item, kind in zip(items, kinds, strict=True) if kind != "number"
    ]
    return (*_joined(numbers), "][", *_joined(others))


def _joined(items: list[list[str | Span]]) -> list[str | Span]:
    return [part for one in items for part in (", ", *one)][1:]


def _as_slice(module: Module, item: ast.expr) -> Edit:
    span = module.source.span(item)
    number = _signless(item)
    if isinstance(number, ast.Constant) and isinstance(number.value, int):
        value = number.value if number is item else -number.value
        return Edit(span, (f"{value}:" + ("" if value == -1 else str(value + 1)),))
    return Edit(span, (span, ":", span, " + 1"))


def _is_number(module: Module, target: ast.Subscript) -> bool:
    """Whether what is assigned is one number, which goes everywhere."""
    statement = module.source.parent(target)
    if not isinstance(statement, (ast.Assign, ast.AugAssign)):
        return False
    return module.analysis.kind_of(statement.value) in ("int", "float", "bool") or isinstance(
        _signless(statement.value), ast.Constant
    )
