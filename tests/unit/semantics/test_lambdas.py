"""Lambdas that call lambdas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from found_uses import NO_ROWS

from mindport.analysis.analyze import analyze
from mindport.semantics import calls
from mindport.semantics.types import Type
from mindport.syntax.source import SourceFile

_PARTS = 4
# What is undone after each other, as in context managers that are made of others: each calls all of the others.
CLEANUPS = (
    "import torch\n\nclass Context:\n    def __init__(self, cleanup):\n        self._cleanup = cleanup\n\n"
    + "".join(
        f"def remove_{n}(modules):\n"
        f"    a, b, c = remove_{(n + 1) % _PARTS}(modules), remove_{(n + 2) % _PARTS}(modules), remove_{(n + 3) % _PARTS}(modules)\n"
        f"    return Context(lambda: (a._cleanup(), b._cleanup(), c._cleanup()))\n\n"
        for n in range(_PARTS)
    )
    + "def done(x):\n    remove_0(x)._cleanup()\n    return torch.ones(3).sum()\n"
)


def _apis(text: str) -> list[str]:
    return [use.api for use in analyze(SourceFile.parse(text), NO_ROWS).uses]  # type: ignore[arg-type]


def test_lambdas_that_call_each_other_are_not_walked_for_each_way_through_them(monkeypatch: pytest.MonkeyPatch) -> None:
    calls_made: list[object] = []
    walk = calls.call_lambda

    def counted(flow: Any, info: Any, given: Sequence[Type], nodes: Any = ()) -> Type:
        calls_made.append(info)
        return walk(flow, info, given, nodes)

    monkeypatch.setattr(calls, "call_lambda", counted)

    assert _apis(CLEANUPS) == ["torch.ones", "torch.Tensor.sum"]
    assert len(calls_made) < 5_000  # there are some two million ways of eight in a row


def test_no_name_is_missed_in_a_lambda_that_stands_behind_many_calls() -> None:
    many = "import torch\nhalf = lambda x: x / 2\nf = lambda: (" + "half(1), " * 250 + "lambda x: torch.relu(x))\n"

    assert "torch.relu" in _apis(many)


@pytest.mark.parametrize(
    "text",
    [
        "half = lambda x: x / 2\nhalf(half(torch.ones(3))).sum()",
        "half = lambda x: x / 2\ntwice = lambda x: half(half(x))\ntwice(twice(torch.ones(3))).sum()",
        "made = lambda n: (lambda m: torch.ones(n, m))(3)\nmade(2).sum()",
    ],
)
def test_lambdas_within_each_other(text: str) -> None:
    assert _apis("import torch\n" + text + "\n")[-1] == "torch.Tensor.sum"
