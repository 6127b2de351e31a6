"""Decorators that prepare functions for TorchScript (``@torch.jit.script``, ``@torch.jit.export`` …) go.

MindSpore compiles Python as it is written, when ``mindspore.jit`` asks for it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


@torch.jit.script
def double(x: torch.Tensor):
    return x + x
""",
        """
from mindspore import Tensor


def double(x: Tensor):
    return x + x
""",
    ),
]
NOOPS = ["import functools\n\n\n@functools.cache\ndef f():\n    return 1\n"]

_GONE = frozenset(
    f"torch.jit.{name}"
    for name in ("script", "script_method", "export", "ignore", "unused", "script_if_tracing", "interface")
)


def matches(module: Module) -> Iterator[Match]:
    source = module.source
    for node in source.nodes:
        for decorator in getattr(node, "decorator_list", ()):
            if _name(module, decorator) not in _GONE:
                continue
            span = source.span(decorator)
            start = source.lines.starts[decorator.lineno - 1]
            line_end = source.lines.starts[decorator.end_lineno] if decorator.end_lineno else span.end
            if source.text[start : span.start].strip() != "@" or source.text[span.end : line_end].strip():
                continue
            handled = frozenset(id(n) for n in ast.walk(decorator))
            yield Match((Edit(Span(start, line_end), ("",), 1),), handled)


def _name(module: Module, decorator: ast.expr) -> str | None:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return module.api(called) or module.analysis.type_of(called).name or None
