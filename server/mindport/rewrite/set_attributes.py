"""Attributes of objects that are given another value: ``m.eps = 1e-3``, ``m.p *= 0.5``."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator

from mindport.rewrite import operators
from mindport.rewrite.rule import Module
from mindport.text import Span

Setting = tuple[ast.Assign | ast.AugAssign, ast.Attribute, tuple[str | Span, ...]]
"""The statement, the attribute, and the parts of the value that it gets."""


def settings(module: Module, names: Container[str]) -> Iterator[Setting]:
    """Statements that set one attribute so called, and nothing else."""
    source = module.source
    for node in source.each(ast.Assign, ast.AugAssign):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            value: tuple[str | Span, ...] = (source.span(node.value),)
        elif operators.is_change(node):
            target = node.target
            value = (source.span(target), " ", *operators.with_value(source, node))
        else:
            continue
        if isinstance(target, ast.Attribute) and target.attr in names:
            yield node, target, value
