"""``class Words(Dataset, ABC)``: any class is a data set in MindSpore, and ``object`` must not stand before other bases."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from abc import ABC
from torch.utils.data import Dataset


class Words(Dataset, ABC):
    pass


class Lines(Dataset[str]):
    pass
""",
        """
from abc import ABC


class Words(ABC):
    pass


class Lines(object):
    pass
""",
    ),
]
NOOPS = ["from shop import Dataset\n\n\nclass Words(Dataset, list):\n    pass\n"]


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.ClassDef):
        for base, following in zip(node.bases, node.bases[1:], strict=False):
            if not _is_object(module, base):
                continue
            span = Span(module.source.span(base).start, module.source.span(following).start)
            if "#" not in module.source.text[span.start : span.end]:
                yield Match((Edit(span, ("",)),), frozenset(id(n) for n in ast.walk(base)))


def _is_object(module: Module, base: ast.expr) -> bool:
    api = module.api(base.value if isinstance(base, ast.Subscript) else base)
    row = module.context.rows.get(api) if api else None
    return row is not None and any(e.template == "object" for e in row.equivalents)
