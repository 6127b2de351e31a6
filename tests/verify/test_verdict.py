"""What counts as agreement."""

from __future__ import annotations

import numpy as np
import pytest

from mindport.verify.tolerance import EXACT, Tolerance, default
from mindport.verify.verdict import Deviation, Leaf, compare, excuse, excuse_gradient


def leaf(values: object, dtype: str = "float32") -> Leaf:
    return Leaf("y", dtype, np.asarray(values, dtype="float32" if dtype == "bfloat16" else dtype))


def test_the_coarser_type_decides() -> None:
    assert default("float32", "float16") == Tolerance(1e-3, 1e-5)
    assert default("int64") == EXACT


def test_equal_values_agree() -> None:
    found = compare(leaf([1.0, 2.0]), leaf([1.0, 2.0]))
    assert (found.within, found.max_abs, found.max_rel, found.cosine) == (True, 0.0, 0.0, pytest.approx(1.0))


def test_rounding_agrees_and_more_does_not() -> None:
    base = np.linspace(-1, 1, 50)
    assert compare(leaf(base), leaf(base + 2e-6)).within
    assert not compare(leaf(base), leaf(base + 2e-4)).within


def test_small_values_are_held_to_their_own_scale() -> None:
    base = np.linspace(-1e-4, 1e-4, 50)
    assert not compare(leaf(base), leaf(base + 1e-6)).within


def test_a_chosen_tolerance_stands() -> None:
    base = np.linspace(-1e-4, 1e-4, 50)
    assert compare(leaf(base), leaf(base + 1e-6), rtol=0.0, atol=2e-6).within


def test_integers_agree_exactly() -> None:
    assert compare(leaf([1, 2], "int64"), leaf([1, 2], "int32")).within
    assert not compare(leaf([1, 2], "int64"), leaf([1, 3], "int64")).within


def test_another_shape_differs() -> None:
    found = compare(leaf([[1.0, 2.0]]), leaf([1.0, 2.0]))
    assert not found.within and found.note == "shape [1, 2] in torch, [2] in MindSpore"


def test_a_float_for_an_integer_differs() -> None:
    assert not compare(leaf([1, 2], "int64"), leaf([1.0, 2.0])).within


def test_nan_on_one_side_differs() -> None:
    assert not compare(leaf([1.0, 2.0]), leaf([1.0, np.nan])).within


def test_the_same_infinities_agree() -> None:
    assert compare(leaf([1.0, -np.inf, np.nan]), leaf([1.0, -np.inf, np.nan])).within
    assert not compare(leaf([1.0, np.inf]), leaf([1.0, -np.inf])).within


def test_empty_arrays_and_plain_values() -> None:
    assert compare(leaf([]), leaf([])).within
    assert compare(Leaf("y", value="same"), Leaf("y", value="same")).within
    assert not compare(Leaf("y"), leaf([1.0])).within


def deviation(max_abs: float, spread: float) -> Deviation:
    return Deviation("y", (3,), "float32", max_abs, None, None, False, spread)


@pytest.mark.parametrize(
    ("max_abs", "rounding", "size", "within"),
    [
        (4e-5, 1e-5, 1.0, True),  # a few times the rounding of the model itself
        (4e-4, 1e-5, 1.0, False),  # far more than that
        (4e-2, 1e-2, 1.0, False),  # rounding does not excuse a large part of the spread
        (4e-6, 1e-6, 0.0, True),  # exactly zero but for rounding
        (4e-3, 1e-6, 0.0, False),
        (1.0, 2.0, 1.0, False),  # in double precision the model goes another way
        (1.0, 2.0, 0.0, False),
    ],
)
def test_rounding_excuses_its_own_size(max_abs: float, rounding: float, size: float, within: bool) -> None:
    spread = 1.0 if size else 1e-6
    assert excuse(deviation(max_abs, spread), rounding, size).within is within


@pytest.mark.parametrize(
    ("cosine", "rounding", "within"), [(0.9999, 1e-2, True), (0.99, 1e-2, False), (0.9999, 1e-4, False)]
)
def test_a_gradient_may_jump_at_a_kink_but_keeps_its_direction(cosine: float, rounding: float, within: bool) -> None:
    jumped = Deviation("w", (3,), "float32", 5e-2, None, cosine, False, 1.0)
    assert excuse_gradient(jumped, rounding, 1.0).within is within
