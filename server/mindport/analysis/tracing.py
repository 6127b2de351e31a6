"""The chain of reasons for a use while it is put together."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Final

from mindport.semantics.autograd import CONTEXT
from mindport.semantics.definitions import ClassInfo, Super
from mindport.semantics.receivers import Inference
from mindport.semantics.types import OPEN, OUTPUT, Type
from mindport.syntax.source import SourceFile
from mindport.text import Span

_LONGEST = 60


@dataclass(frozen=True)
class Reason:
    """One step. ``key`` and ``arguments`` are the catalogue's (``why.<key>``); an argument that begins with ``kind:`` names
    the kind of a type (``kind:own:Trainer``: of a class, ``kind:package:torch.nn``: of a module of Python). ``span``: the place
    that the step speaks of."""

    key: str
    arguments: tuple[tuple[str, str], ...]
    span: Span


@dataclass
class Trace:
    """``parents``: of each node, by its ``id``. ``met``: what was explained."""

    source: SourceFile
    inference: Inference
    parents: dict[int, ast.AST] = field(default_factory=dict)
    steps: list[Reason] = field(default_factory=list)
    met: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        for node in self.source.nodes:
            for child in ast.iter_child_nodes(node):
                self.parents[id(child)] = node

    def add(self, key: str, node: ast.AST, **arguments: str) -> None:
        self.steps.append(Reason(key, tuple(arguments.items()), self.source.span(node)))

    def text(self, node: ast.AST) -> str:
        span = self.source.span(node)
        words = " ".join(self.source.text[span.start : span.end].split())
        return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"

    def line(self, node: ast.AST) -> str:
        return str(getattr(node, "lineno", 1))

    def is_open(self, node: ast.expr) -> bool:
        found = self.inference.type_of(node)
        return found.kind == "unknown" and found.name in OPEN

    def is_likely(self, node: ast.expr) -> bool:
        """Whether an expression is most likely a Tensor."""
        return self.inference.type_of(node) == OUTPUT

    def kind(self, node: ast.expr) -> str:
        return kind_of(self.inference.type_of(node))


def kind_of(found: Type) -> str:
    """What ``why.kind.…`` calls a type."""
    if found.kind == "unknown" and found.name in _SAID:
        return f"kind:{found.name}"
    if found.kind == "unknown" and found.name == CONTEXT:
        return "kind:context"
    if found.kind == "other" and isinstance(found.definition, ClassInfo):
        return f"kind:own:{found.definition.name}"
    if found.kind == "other" and "." in found.name or isinstance(found.definition, Super) and found.is_unknown:
        return f"kind:own:{found.name or 'object'}"
    if found.kind == "namespace" and found.name:
        return f"kind:package:{found.name}"
    return f"kind:{found.kind}"


_SAID: Final = frozenset(
    ["output", "either", "one-of", "batch", "number", "numpy", "iterator", "coroutine", "callable"]
)
"""Names of what is not known for certain, of which there is something to say."""
