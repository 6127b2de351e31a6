"""Variables that are None before a loop, which sets them: totals, the best so far, states that are carried on."""

from __future__ import annotations

import itertools

import pytest
from found_uses import members

BEGINS = "total = None\n"


@pytest.mark.parametrize(
    "loop",
    [
        "for x in made:\n    total = x if total is None else total + x",
        "for x in made:\n    if total is None:\n        total = x\n    else:\n        total = total + x",
        "for x in made:\n    if total is not None:\n        total = total.add(x)\n    else:\n        total = x",
        "for i, x in enumerate(made):\n    if i == 0:\n        total = x\n    else:\n        total += x",
        "for x in made:\n    if not isinstance(total, torch.Tensor):\n        total = x\n        continue\n    total = total.add(x)",
        "while True:\n    total = torch.ones(3) if total is None else total.add(1)\n    if total.sum() > 3:\n        break",
        "for y in made:\n    for x in made:\n        total = x if total is None else torch.maximum(total, x)",
    ],
)
def test_what_begins_as_none_is_what_the_loop_makes_it(loop: str) -> None:
    text = f"made = [torch.ones(3)]\n{BEGINS}{loop}\ntotal.tolist()"

    assert members(text)[-1] == "T.tolist"


def test_a_total_of_arrays_is_none() -> None:
    text = f"import numpy as np\n{BEGINS}for x in [np.ones(3)]:\n    total = x if total is None else total + x\ntotal.sum()"

    assert members(text) == []


@pytest.mark.parametrize(
    ("first", "then", "found"),
    [
        ("[]", "seen.tolist()", ["T.tolist"]),
        ("[]", "seen.shape\nseen.append(1)", ["T.shape"]),
        ("{}", "seen.sum()\nseen.values()", ["T.sum"]),
        ("''", "seen.sum()\nseen.split(1)", ["T.sum"]),
        ("np.zeros(3)", "seen.sum()\nseen.tolist()", []),
    ],
)
def test_what_is_a_tensor_or_a_container_has_what_only_a_tensor_has(first: str, then: str, found: list[str]) -> None:
    text = f"import numpy as np\nseen = {first}\nfor x in [torch.ones(3)]:\n    if not len(seen):\n        seen = x\n{then}"

    assert members(text) == found


def test_what_is_none_by_all_that_is_seen_stays_open() -> None:
    """Another function sets it: the loop is walked once more, as if it were reached."""
    text = """
def f(parts):
    state = None
    def begin():
        nonlocal state
        state = parts.make()
    for part in parts:
        if state is not None:
            found = state.unsqueeze(0)
            return found.masked_fill(found > 0, 0)
        begin()
"""

    assert members(text) == ["T.unsqueeze", "T.masked_fill"]


def test_the_order_of_calls_does_not_matter() -> None:
    calls = ["g(torch.ones(3))", "g(3)", "g([1])"]
    found = {
        tuple(members("def g(x):\n    return x.T\n" + "\n".join(order))) for order in itertools.permutations(calls)
    }
    assert found == {()}


@pytest.mark.parametrize("begins", ["[0] * 3", "[0 for _ in range(3)]", "[0.0, 0.0]", "copy.deepcopy([0, 0])"])
def test_a_list_of_numbers_that_tensors_are_added_to_holds_tensors(begins: str) -> None:
    text = f"import copy\ntotals = {begins}\nfor i in range(2):\n    totals[i] += torch.ones(3)\ntotals[0].abs()"

    assert members(text) == ["T.abs"]


def test_a_list_of_numbers_that_others_are_added_to_does_not() -> None:
    text = "totals = [0] * 3\nfor i, x in enumerate(made):\n    totals[i] += x.count()\ntotals[0].abs()"

    assert members(text) == []
