"""Inputs as they are written on the command line and in rows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mindport.verify.inputs import BadInput, InputSpec, make, of_example, parse


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("x=float32[1,3,224,224]", InputSpec("x", "float32", (1, 3, 224, 224))),
        ("ids=int64[2,32]{0:100}", InputSpec("ids", "int64", (2, 32), 0, 100)),
        (" t = float [ 4 ] {-1:1}", InputSpec("t", "float32", (4,), -1, 1)),
        ("bool[2,8]", InputSpec("input3", "bool", (2, 8))),
        ("s=bfloat16[]", InputSpec("s", "bfloat16", ())),
        ("x=@batch.npy", InputSpec("x", path="batch.npy")),
    ],
)
def test_what_an_input_says(text: str, spec: InputSpec) -> None:
    assert parse(text, 3) == spec


@pytest.mark.parametrize("text", ["x", "x=float32", "x=float33[1]", "x=int64[2]{5:5}", "x=int64[2]{a:b}", "x=@", "=[]"])
def test_what_an_input_cannot_say(text: str) -> None:
    with pytest.raises(BadInput):
        parse(text)


def test_the_same_seed_gives_the_same_values() -> None:
    specs = [parse("x=float32[3]"), parse("n=int64[50]{2:5}")]
    first, second = make(specs, 1), make(specs, 1)
    assert all(np.array_equal(a.values, b.values) for a, b in zip(first, second))
    assert set(first[1].values.tolist()) == {2, 3, 4}
    assert not np.array_equal(first[0].values, make(specs, 2)[0].values)


def test_a_name_is_given_once() -> None:
    with pytest.raises(BadInput):
        make([parse("x=bool[1]"), parse("x=bool[1]")], 0)


def test_values_from_a_file(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.arange(3))
    assert make([parse(f"x=@{tmp_path / 'x.npy'}")], 0)[0].values.tolist() == [0, 1, 2]
    with pytest.raises(BadInput):
        make([parse(f"x=@{tmp_path / 'none.npy'}")], 0)


def test_the_inputs_of_an_example() -> None:
    assert of_example("x", {"values": [[1, 2]], "dtype": "int64"}, 0).values.tolist() == [[1, 2]]
    positive = of_example("x", {"shape": [100], "dtype": "float32", "seed": 1, "positive": True}, 0)
    assert positive.values.min() >= 0.1
    assert of_example("x", {"shape": [2], "dtype": "complex64"}, 0).values.dtype == np.complex64
