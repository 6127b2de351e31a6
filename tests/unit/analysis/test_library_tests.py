"""What is given where another library than torch computes."""

from __future__ import annotations

import pytest
from found_uses import members

ASKED = """
from arrays import infer
def f(target, indices):
    {asked} = infer(target)
    if {asked} == "torch":
        target.scatter_add_(0, indices, indices)
    elif {test}:
        target.data
    return target.device, target.shape
"""


@pytest.mark.parametrize(
    ("asked", "test", "found"),
    [
        ("backend", "backend == 'numpy'", []),
        ("backend", "backend != 'torch' and backend == 'jax'", []),
        ("xp", "xp == 'cupy'", []),
        ("backend", "backend == 'torch.cuda'", ["T.data"]),
        ("kind", "kind == 'numpy'", ["T.data"]),
    ],
)
def test_another_library(asked: str, test: str, found: list[str]) -> None:
    assert members(ASKED.format(asked=asked, test=test)) == ["T.scatter_add_", *found, "T.device", "T.shape"]


def test_parts_of_an_array() -> None:
    text = """
import numpy as np
def f(target, indices, order, backend):
    if backend == "torch":
        target.scatter_add_(0, indices.unsqueeze(0), indices.unsqueeze(0))
    elif backend == "numpy":
        indices = indices[np.argsort(order)]
        return indices.shape
    return indices.ndim
"""
    assert members(text) == ["T.scatter_add_", "T.unsqueeze", "T.unsqueeze", "T.ndim"]


def test_what_an_array_is_made_of_is_a_tensor() -> None:
    text = """
def f(x, backend):
    x.unsqueeze_(0)
    if backend == "numpy":
        return x.detach().cpu().numpy()
    return x.sort()
"""
    assert members(text) == ["T.unsqueeze_", "T.detach", "T.cpu", "T.numpy", "T.sort"]
