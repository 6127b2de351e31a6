"""Short forms of what an analysis finds, for tests."""

from __future__ import annotations

import ast
import textwrap
from dataclasses import dataclass

from mindport.analysis.analyze import Analysis, analyze
from mindport.semantics.types import Type
from mindport.syntax.source import SourceFile


@dataclass(frozen=True)
class OneRow:
    kind: str = "function"
    returns: str = "any"
    signatures: tuple[str, ...] = ()


class Rows:
    """A mapping index of a few rows."""

    def __init__(self, rows: dict[str, OneRow] | None = None, aliases: dict[str, str] | None = None) -> None:
        self._rows = rows or {}
        self._aliases = aliases or {}

    def get(self, name: str) -> OneRow | None:
        return self._rows.get(self._aliases.get(name, name))

    def canonical(self, name: str) -> str | None:
        name = self._aliases.get(name, name)
        return name if name in self._rows else None

    def names(self) -> list[str]:
        return sorted(self._rows)


NO_ROWS = Rows()
PRELUDE = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nimport imageio\n"
"""In a file with pictures, what has a shape may be one of them."""


def analysis(text: str, index: Rows = NO_ROWS) -> Analysis:
    return analyze(SourceFile.parse(textwrap.dedent(text)), index)


def uses(text: str, index: Rows = NO_ROWS) -> list[str]:
    """``api role certainty [text as written]`` of each use, imports left out."""
    found = analysis(text, index)
    return [
        f"{use.api} {use.role.value} {use.certainty.value} [{found.source.text[use.span.start : use.span.end]}]"
        for use in found.uses
        if use.role.value != "import"
    ]


def apis(text: str, index: Rows = NO_ROWS) -> list[str]:
    return [line.split(" ", 1)[0] for line in uses(text, index)]


def members(body: str) -> list[str]:
    """APIs that members of values stand for in ``body``, which may use ``torch``, ``nn`` and ``F``; ``?`` marks guesses."""
    found = analysis(PRELUDE + textwrap.dedent(body))
    return [
        use.api.replace("torch.Tensor.", "T.").replace("torch.nn.Module.", "M.")
        + ("?" if use.certainty.value == "guessed" else "")
        for use in found.uses
        if use.receiver is not None and use.api != "torch.nn.Module.__init__"
    ]


def type_of(body: str) -> Type:
    """Type of the right side of the last assignment of ``body``."""
    found = analysis(PRELUDE + textwrap.dedent(body))
    assert found.source.tree is not None
    assigned = [node for node in ast.walk(found.source.tree) if isinstance(node, ast.Assign)]
    last = max(assigned, key=lambda node: node.lineno)
    return found.type_of(last.value)
