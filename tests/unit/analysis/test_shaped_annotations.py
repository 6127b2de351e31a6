"""Annotations that say a shape as well: jaxtyping's, torchtyping's, NumPy's; and other names for annotations."""

from __future__ import annotations

import pytest
from found_uses import members

_IMPORTS = """
from typing import Optional
import numpy as np
import numpy.typing as npt
import jaxtyping as jt
from jaxtyping import Bool, Float, PyTree, Shaped
from torch import Tensor
from torchtyping import TensorType
"""


@pytest.mark.parametrize(
    "annotation",
    [
        'Float[torch.Tensor, "batch 3"]',
        'Bool[Tensor, "*batch n"]',
        'Shaped[Tensor, ""]',
        'jt.Int64[Tensor, "n"]',
        'Optional[Float[Tensor, "n"]]',
        'Float[Tensor, "n"] | None',
        "\"Float[Tensor, 'n m']\"",
        'TensorType["batch", 3]',
        "TensorType",
    ],
)
def test_tensors_of_a_shape(annotation: str) -> None:
    assert members(f"{_IMPORTS}\ndef f(x: {annotation}):\n    x.tolist()") == ["T.tolist"]


@pytest.mark.parametrize(
    "annotation",
    ['Float[np.ndarray, "n"]', 'Float[jt.Array, "n"]', "PyTree[Tensor]", "npt.NDArray[np.float32]", "npt.NDArray", "np.ndarray[int]"],
)  # fmt: skip
def test_arrays_and_trees_are_no_tensors(annotation: str) -> None:
    assert members(f"{_IMPORTS}\ndef f(x: {annotation}):\n    x.tolist()\n    x.sum()") == []


@pytest.mark.parametrize(
    ("alias", "use", "found"),
    [
        ('Float[Tensor, "n"]', "x", ["T.tolist"]),
        ("Tensor | None", "x", ["T.tolist"]),
        ("list[Tensor]", "x[0]", ["T.tolist"]),
        ("tuple[Tensor, ...]", "x[0]", ["T.tolist"]),
        ("dict[str, Tensor]", "x['a']", ["T.tolist"]),
        ("list[np.ndarray]", "x[0]", []),
        ("dict[str, Tensor]", "x", []),
    ],
)
def test_other_names_for_them(alias: str, use: str, found: list[str]) -> None:
    assert members(f"{_IMPORTS}\nKind = {alias}\ndef f(x: Kind):\n    {use}.tolist()") == found


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("Tensor", ["T.tolist", "T.T"]),
        ("torch.Tensor", ["T.tolist", "T.T"]),
        ("Optional[Tensor]", ["T.tolist", "T.T"]),
        ("np.ndarray", []),
        ("str", []),
    ],
)
def test_a_new_type_is_what_it_is_made_of(kind: str, found: list[str]) -> None:
    head = f"{_IMPORTS}\nfrom typing import NewType\nKind = NewType('Kind', {kind})"
    assert members(f"{head}\ndef f(x: Kind, y):\n    x.tolist()\n    Kind(y).T") == found
