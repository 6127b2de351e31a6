"""``conv.stride = (1, 1)``, ``conv.dilation = 2``, ``conv.padding = 2`` of a layer that is there: MindSpore's goes on computing
with what it was built with, so a helper builds its operation again.

The helper sets the attribute alone where the object proves to be another layer.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.rewrite.statements import indentation
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn


def dilate(net: nn.Module, rate):
    for m in net.modules():
        if isinstance(m, nn.Conv2d):
            m.stride = (1, 1)  # as large as before
            m.dilation = (rate, rate)
            m.padding = 1, 2
            m.kind, m.stride, m.padding = "wide", 1, (rate, rate)


def no_stride(m, rate):
    if m.__class__.__name__.find("Conv") != -1:
        m.dilation = (rate // 2, rate // 2)
""",
        """
from mindspore import nn
from mindport_helpers import set_convolution


def dilate(net: nn.Cell, rate):
    for m in (cell for _, cell in net.cells_and_names()):
        if isinstance(m, nn.Conv2d):
            set_convolution(m, "stride", (1, 1))  # as large as before
            set_convolution(m, "dilation", (rate, rate))
            set_convolution(m, "padding", (1, 2))
            m.kind = "wide"
            set_convolution(m, "stride", 1)
            set_convolution(m, "padding", (rate, rate))


def no_stride(m, rate):
    if m.__class__.__name__.find("Conv") != -1:
        set_convolution(m, "dilation", (rate // 2, rate // 2))
""",
    ),
]
NOOPS = [
    'def f(m):\n    if "Conv" in m.kind:\n        m.stride = 2\n',
]

_MEMBERS = frozenset(["stride", "dilation", "padding"])
_CONVOLUTION = "torch.nn.Conv2d"


def matches(module: Module) -> Iterator[Match]:
    if not module.source.imports_torch or "Conv" not in module.source.text:
        return
    for node in module.source.each(ast.Assign):
        if len(node.targets) != 1:
            continue
        pairs = _pairs(node)
        set_here = [target for target, _ in pairs if _is_set(module, target)]
        if not set_here:
            continue
        parts: list[str | Span] = []
        for target, value in pairs:
            parts.append("\n" + indentation(module.source, node) if parts else "")
            parts += _set(module, target, value) if target in set_here else _assigned(module, target, value)
        handled = frozenset(id(target) for target in set_here)
        yield Match((Edit(module.source.span(node), tuple(parts), 0),), handled=handled)


def _pairs(node: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    """What is assigned to what; of several at once, only where none of the values reads what another sets."""
    target, value = node.targets[0], node.value
    if not isinstance(target, ast.Tuple):
        return [(target, value)]
    if not isinstance(value, ast.Tuple) or len(value.elts) != len(target.elts):
        return []
    if any(isinstance(one, ast.Starred) for one in (*target.elts, *value.elts)):
        return []
    names = {one.attr if isinstance(one, ast.Attribute) else ast.unparse(one) for one in target.elts}
    read = {n.attr if isinstance(n, ast.Attribute) else ast.unparse(n) for one in value.elts for n in ast.walk(one)}
    return [] if names & read else list(zip(target.elts, value.elts, strict=True))


def _is_set(module: Module, target: ast.expr) -> bool:
    return isinstance(target, ast.Attribute) and target.attr in _MEMBERS and _is_convolution(module, target)


def _set(module: Module, target: ast.expr, value: ast.expr) -> tuple[str | Span, ...]:
    assert isinstance(target, ast.Attribute)
    helper = module.spelling.helper("set_convolution")
    return f"{helper}(", module.source.span(target.value), f', "{target.attr}", ', *_whole(module, value), ")"


def _assigned(module: Module, target: ast.expr, value: ast.expr) -> tuple[str | Span, ...]:
    return module.source.span(target), " = ", *_whole(module, value)


def _whole(module: Module, value: ast.expr) -> tuple[str | Span, ...]:
    """A value as an argument: a tuple in its parentheses."""
    span = module.source.span(value)
    bare = isinstance(value, ast.Tuple) and module.source.text[span.start] != "("
    return ("(", span, ")") if bare else (span,)


def _is_convolution(module: Module, target: ast.Attribute) -> bool:
    """Whether the owner is, or may be, a convolution over two axes."""
    return _CONVOLUTION in module.analysis.type_of(target.value).name.split("|")
