"""torch's functions for trees and batches: what they make of containers of tensors."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.engine import Engine, Settings

PREPARED = """import torch
from lightning_utilities.core.apply_func import apply_to_collection
from torch.utils._pytree import tree_flatten, tree_leaves, tree_map, tree_map_only
x = torch.ones(1)
"""


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("tree_map(lambda t: t * 2, x).sum()", ["T.sum"]),
        ("tree_map(lambda t: t * 2, {'a': x, 'b': [x]})['b'][0].sum()", ["T.sum"]),
        ("tree_map_only(torch.Tensor, lambda t: t * 2, (x, x))[1].sum()", ["T.sum"]),
        ("tree_map(lambda t: t.numpy(), {'a': x})['a'].sum()", ["T.numpy"]),
        ("tree_map(load, {'a': 1})['a'].sum()", []),
        ("tree_map_only(torch.Tensor, lambda t: t.cpu(), given)", ["T.cpu"]),
        ("tree_map_only((torch.Tensor, Box), lambda t: t.cpu(), given)", []),
        ("apply_to_collection(given, torch.Tensor, lambda t: t.clone())", ["T.clone"]),
        ("apply_to_collection(given, dtype=torch.Tensor, function=lambda t: t.clone())", ["T.clone"]),
        ("apply_to_collection(given, Box, lambda t: t.clone())", []),
        ("apply_to_collection({'a': x}, torch.Tensor, lambda t: t * 2)['a'].sum()", ["T.sum"]),
        (
            "def move(t, to=None):\n    return to.view(-1)\napply_to_collection(given, torch.Tensor, move, x)",
            ["T.view"],
        ),
        (
            "def move(t, to=None):\n    return to.view(-1)\napply_to_collection(given, torch.Tensor, move, to=x)",
            ["T.view"],
        ),
        ("tree_leaves([x])[0].sum()", ["T.sum"]),
        ("xs, shape = tree_flatten({'a': x})\nxs[0].sum()\nshape.sum()", ["T.sum"]),
        ("torch.utils.data.default_collate([{'a': 1}])['a'].sum()", ["T.sum"]),
        ("torch.jit.annotate(list[torch.Tensor], [])[0].sum()", ["T.sum"]),
    ],
)
def test_what_becomes_of_trees(tmp_path: Path, code: str, found: list[str]) -> None:
    uses = Engine(Settings()).analyze(PREPARED + code, tmp_path / "m.py").uses

    assert [use.api.replace("torch.Tensor.", "T.") for use in uses if use.api.startswith("torch.Tensor.")] == found
