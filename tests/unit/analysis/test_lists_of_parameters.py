"""Parameters that are lists of tensors, or something that is made a tensor first."""

from __future__ import annotations

import pytest
from found_uses import members

NUMPY = "import numpy as np\nones = np.ones(3).mean()\n"


@pytest.mark.parametrize(
    "rest",
    [
        "return torch.cat([\n        x.permute(0, 2, 1)\n        for x in xs\n    ])",
        "return [x.permute(0, 2, 1) for x in xs], [x.name for x in others]",
        "return sum(x.unsqueeze(0) for x in xs)",
        "for i in range(len(xs)):\n        y = xs[i].permute(0, 2, 1)",
        "return xs[-1].permute(0, 2, 1)",
    ],
)
def test_what_is_done_with_one_tells_of_the_others(rest: str) -> None:
    found = members(f"{NUMPY}def f(xs, others):\n    one = xs[0].dtype\n    {rest}\n")
    assert found[0] == "T.dtype"
    assert len(found) == 2


@pytest.mark.parametrize(
    "rest",
    [
        "return [x.mean() for x in xs]",
        "return [x.name.permute(0, 2, 1) for x in xs]",
        "return [x.permute(0, 2, 1) for x in others]",
        "return xs.images[0].permute(0, 2, 1)",
        "return {k: xs[k].permute(0, 2, 1) for k in xs}",
        "return xs['image'].permute(0, 2, 1)",
    ],
)
def test_what_tells_nothing_of_them(rest: str) -> None:
    assert "T.dtype" not in members(f"{NUMPY}def f(xs, others):\n    one = xs[0].dtype\n    {rest}\n")


@pytest.mark.parametrize("classes", ["list", "(list, tuple)", "(float, int)", "np.ndarray", "(list, np.ndarray)"])
def test_what_is_made_a_tensor_stands_beside_tensors(classes: str) -> None:
    code = f"{NUMPY}def f(x):\n    if isinstance(x, {classes}):\n        x = torch.as_tensor(x)\n    return x.dim(), x.mean()\n"
    assert members(code) == ["T.dim", "T.mean"]


@pytest.mark.parametrize("classes", ["str", "Batch", "(str, Batch)"])
def test_what_else_is_read_before_says_nothing_of_the_rest(classes: str) -> None:
    code = f"{NUMPY}from batches import Batch\ndef f(x):\n    if isinstance(x, {classes}):\n        return torch.as_tensor(x)\n    return x.mean()\n"
    assert members(code) == []


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ("x.expand(n, n)", ["T.expand"]),
        ("x.expand(n, -1)", ["T.expand"]),
        ("x.expand(n, m)", []),  # a tree's node
        ("x.expand(1, n)", []),
    ],
)
def test_a_matrix_of_as_many_rows_as_columns(call: str, found: list[str]) -> None:
    assert members(f"{NUMPY}def f(x, n, m):\n    return {call}\n") == found
