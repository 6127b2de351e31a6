"""Every row's example is what the rewriter makes of it: the example is documentation and test at once.

One test for each torch module goes over its rows and names every example that fails.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mindport import examples
from mindport.mapping import index
from mindport.mapping.row import Example

_INDEX = index.load()
_NAMES: dict[str, list[str]] = {}
for _name in _INDEX.names():
    _NAMES.setdefault(_name.rpartition(".")[0], []).append(_name)


@pytest.mark.parametrize("module", _NAMES)
def test_an_example_is_rewritten_as_it_says(module: str) -> None:
    wrong = {f"{name}-{number}": fault for name, number, example in _of(module) if (fault := _fault(example))}

    assert wrong == {}


def _fault(example: Example) -> str | None:
    """How the rewriter disagrees with the example."""
    rewritten = examples.rewrite(example, "2.10.0", index=_INDEX)
    if example.mindspore is None:
        return None if rewritten.left and example.notes else "is converted, or has no notes on why it is not"
    if rewritten.left:
        return f"stays torch's: {rewritten.left}"
    if rewritten.text != example.mindspore.strip("\n"):
        return f"becomes {rewritten.text!r} instead of {example.mindspore!r}"
    return None


@pytest.mark.parametrize("module", _NAMES)
def test_a_user_is_told_what_the_example_says(module: str) -> None:
    told = {
        f"{name}-{number}": (examples.told(example, name, "2.10.0", _INDEX), example.notes)
        for name, number, example in _of(module)
        if example.notes is not None
    }

    assert {place: (given, said) for place, (given, said) in told.items() if given != said} == {}


def test_examples_are_found() -> None:
    assert sum(1 for module in _NAMES for _ in _of(module)) > 3000


def test_an_example_of_a_difference_has_notes() -> None:
    untold = []
    for name in _INDEX.names():
        row = _INDEX.get(name)
        assert row is not None
        for number, example in enumerate(row.examples if any(e.differences for e in row.equivalents) else ()):
            if example.notes is None and any(e.differences for e in examples.equivalents(example, "2.10.0", _INDEX)):
                untold.append((name, number))

    assert untold == []


def _of(module: str) -> Iterator[tuple[str, int, Example]]:
    """The examples of a module's rows, each with its row's name and its number there."""
    for name in _NAMES[module]:
        row = _INDEX.get(name)
        for number, example in enumerate(row.examples if row is not None else ()):
            yield name, number, example
