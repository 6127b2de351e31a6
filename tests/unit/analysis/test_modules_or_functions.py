"""A layer for which a small function stands where there is none to be."""

from __future__ import annotations

import pytest
from found_uses import members


@pytest.mark.parametrize(
    ("held", "found"),
    [
        ("nn.BatchNorm1d(n) if n else lambda x: x", ["T.data", "T.relu"]),
        ("(lambda x: x) if n else nn.BatchNorm1d(n)", ["T.data", "T.relu"]),
    ],
)
def test_what_is_a_module_or_a_lambda_is_a_module(held: str, found: list[str]) -> None:
    text = f"""
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.norm = {held}
        self.norm.weight.data.fill_(1)
    def forward(self, t):
        return self.norm(t).relu()
"""

    assert [one for one in members(text) if one.startswith("T.") and one.endswith(("data", "relu"))] == found
