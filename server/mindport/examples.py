"""Rewrites the examples of rows: the same engine that rewrites a user's file makes the MindSpore side of an example."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from mindport.engine import Engine, Settings
from mindport.mapping.row import Example, Target

_PRELUDE = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\n"


@dataclass(frozen=True)
class Rewritten:
    """The MindSpore side of an example; ``left``: why a use stayed torch's; ``imports``: what the text needs."""

    text: str
    left: tuple[str, ...]
    helpers: frozenset[str]
    imports: str = ""


def rewrite(example: Example, mindspore: str, language: str = "en") -> Rewritten:
    """Rewrites ``example.torch``; its inputs are tensors, as the example's runner makes them."""
    engine = Engine(Settings(Target(example.target), mindspore, language))
    parameters = ", ".join(f"{name}: torch.Tensor" for name in example.inputs)
    body = textwrap.indent(example.torch.strip("\n"), "    ")
    migrated = engine.migrate_text(f"{_PRELUDE}def example({parameters}):\n{body}\n")
    lines = migrated.text.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith("def example(")), None)
    if start is None:
        return Rewritten(migrated.text, (migrated.problem or "",), frozenset())
    text = textwrap.dedent("\n".join(lines[start + 1 :])).strip("\n")
    left = tuple(f"{item.api}: {item.reason}" for item in migrated.left)
    return Rewritten(text, left, migrated.helpers, "\n".join(lines[:start]).strip("\n"))
