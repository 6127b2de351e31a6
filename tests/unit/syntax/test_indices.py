"""What stands between the brackets of a subscript."""

from __future__ import annotations

import ast

import pytest

from mindport.syntax.indices import slices_dimensions, takes_stretch


@pytest.mark.parametrize(
    ("written", "dimensions", "stretch"),
    [("x[:, 1:]", True, True), ("x[1:]", False, True), ("x[0, 1]", False, False), ("x[...]", False, False)],
)
def test_slices(written: str, dimensions: bool, stretch: bool) -> None:
    node = ast.parse(written, mode="eval").body
    assert isinstance(node, ast.Subscript)
    assert (slices_dimensions(node.slice), takes_stretch(node.slice)) == (dimensions, stretch)
