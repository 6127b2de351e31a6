"""Every row's example is what the rewriter makes of it: the example is documentation and test at once."""

from __future__ import annotations

import pytest

from mindport import examples
from mindport.mapping import index
from mindport.mapping.row import Example

_INDEX = index.load()
_TOLD = [
    pytest.param(name, example, id=f"{name}-{number}")
    for name in _INDEX.names()
    for number, example in enumerate(_INDEX.get(name).examples)  # type: ignore[union-attr]
    if example.notes is not None
]
_ALL = [
    pytest.param(example, id=f"{name}-{number}")
    for name in _INDEX.names()
    for number, example in enumerate(_INDEX.get(name).examples)  # type: ignore[union-attr]
]


@pytest.mark.parametrize("example", _ALL)
def test_an_example_is_rewritten_as_it_says(example: Example) -> None:
    rewritten = examples.rewrite(example, "2.10.0", index=_INDEX)

    if example.mindspore is None:
        assert rewritten.left and example.notes
    else:
        assert rewritten.left == ()
        assert rewritten.text == example.mindspore.strip("\n")


@pytest.mark.parametrize(("name", "example"), _TOLD)
def test_a_user_is_told_what_the_example_says(name: str, example: Example) -> None:
    assert examples.told(example, name, "2.10.0", _INDEX) == example.notes


def test_an_example_of_a_difference_has_notes() -> None:
    untold = []
    for name in _INDEX.names():
        row = _INDEX.get(name)
        assert row is not None
        for number, example in enumerate(row.examples if any(e.differences for e in row.equivalents) else ()):
            if example.notes is None and any(e.differences for e in examples.equivalents(example, "2.10.0", _INDEX)):
                untold.append((name, number))

    assert untold == []
