"""Rewrites the examples of rows: the same engine that rewrites a user's file makes the MindSpore side of an example."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass

from mindport.engine import Engine, Settings
from mindport.mapping.index import RowIndex
from mindport.mapping.row import Effect, Equivalent, Example, Target

_PUT_INTO_TRAINING = re.compile(r"^\w+\.set_train\(\)\n", re.MULTILINE)
_SAYS_HOW = re.compile(r"\.train\(|\.backward\(|class \w+\(")
_PRELUDE = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\n"


@dataclass(frozen=True)
class Rewritten:
    """The MindSpore side of an example; ``left``: why a use stayed torch's; ``imports``: what the text needs."""

    text: str
    left: tuple[str, ...]
    helpers: frozenset[str]
    imports: str = ""


def rewrite(example: Example, mindspore: str, language: str = "en", index: RowIndex | None = None) -> Rewritten:
    """Rewrites ``example.torch``; its inputs are tensors, as the example's runner makes them. ``index``: other rows."""
    engine = Engine(Settings(Target(example.target), example.version or mindspore, language), index)
    migrated = engine.migrate_text(_source(example))
    lines = migrated.text.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith("def example(")), None)
    if start is None:
        return Rewritten(migrated.text, (migrated.problem or "",), frozenset())
    text = textwrap.dedent("\n".join(lines[start + 1 :])).strip("\n")
    if not _SAYS_HOW.search(example.torch):
        text = _PUT_INTO_TRAINING.sub("", text)  # the example's runner sets the mode of each layer
    left = tuple(f"{item.api}: {item.reason}" for item in migrated.left)
    return Rewritten(text, left, migrated.helpers, "\n".join(lines[:start]).strip("\n"))


def equivalents(example: Example, mindspore: str, index: RowIndex | None = None) -> tuple[Equivalent, ...]:
    """The equivalents that the uses of an example take."""
    engine = Engine(Settings(Target(example.target), example.version or mindspore), index)
    found = engine.analyze(_source(example)).findings
    return tuple(finding.equivalent for finding in found if finding.equivalent is not None)


def told(example: Example, api: str, mindspore: str, index: RowIndex | None = None) -> tuple[str, ...]:
    """Kinds of what a user is told of the example's uses of ``api``, with the limits of the equivalents that they take."""
    engine = Engine(Settings(Target(example.target), example.version or mindspore), index)
    out: list[str] = []
    for finding in engine.analyze(_source(example)).findings:
        if finding.use.api == api:
            out += [note.kind for note in finding.notes]
            declared = finding.equivalent.differences if finding.equivalent is not None else ()
            out += [difference.kind for difference in declared if difference.effect is Effect.LIMIT]
    return tuple(sorted(out))


def _source(example: Example) -> str:
    parameters = ", ".join(f"{name}: torch.Tensor" for name in example.inputs)
    body = textwrap.indent(example.torch.strip("\n"), "    ")
    return f"{_PRELUDE}def example({parameters}):\n{body}\n"
