"""Functions outside of classes that take an object of a class as their first parameter: ``def exp(self)``."""

from __future__ import annotations

import pytest
from found_uses import members

PUT = ["torch.Tensor.shortened = shortened", "setattr(torch.Tensor, 'shortened', shortened)"]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("self.size(), self.clone()", []),
        ("self.view(-1)", []),
        ("self.size(), x.size(0)", ["T.size"]),
        ("self.conv(x).view(x.size(0), -1)", ["T.view", "T.size"]),
    ],
)
def test_such_an_object_is_no_tensor(body: str, found: list[str]) -> None:
    assert members(f"def shortened(self, x):\n    return {body}\n") == found


@pytest.mark.parametrize("put", PUT)
def test_one_that_tensors_are_given_takes_tensors(put: str) -> None:
    assert members(f"def shortened(self, x):\n    return self.view(-1)\n{put}\n") == ["T.view"]


@pytest.mark.parametrize(
    "text",
    [
        "def shortened(self: torch.Tensor):\n    return self.view(-1)\n",
        "def shortened(x, self):\n    return self.view(-1)\n",
        "def shortened(self):\n    return self.view(-1)\ndef f(n):\n    return shortened(torch.ones(n))\n",
    ],
)
def test_what_is_given_or_declared_says_more(text: str) -> None:
    assert members(text) == ["T.view"]
