"""What a class's docstring says of its objects' attributes."""

from __future__ import annotations

import pytest
from found_uses import members

STYLES = [
    "    Attributes\n    ----------\n    x: torch.Tensor, dtype = torch.long, shape: (n)\n        Indices.\n",
    "    Attributes\n    ----------\n    n : int\n    x : Tensor\n        Indices.\n",
    "    Attributes:\n        x (Tensor): indices.\n",
]
CODE = (
    'class A:\n    """Facts.\n\n{}    """\n\n    def __init__(self, facts):\n        self.x = facts["x"]\n\n'
    "    def f(self):\n        return self.x[0].item()\n\n\ndef g(a: A):\n    return a.x.unique()\n"
)


@pytest.mark.parametrize("said", STYLES)
def test_an_attribute_is_what_the_docstring_says(said: str) -> None:
    assert members(CODE.format(said)) == ["T.item", "T.unique"]


@pytest.mark.parametrize(
    "said",
    [
        "    Parameters\n    ----------\n    x : Tensor\n",
        "    Attributes\n    ----------\n    x : numpy.ndarray\n",
        "    Attributes\n    ----------\n    y : Tensor\n",
        "    Attributes\n    ----------\n    y : Tensor\n\n    Other Parameters\n    ----------------\n    x : Tensor\n",
    ],
)
def test_what_it_says_of_others_tells_nothing(said: str) -> None:
    assert members(CODE.format(said)) == []


def test_what_is_assigned_counts() -> None:
    assert members(CODE.format(STYLES[1]).replace('facts["x"]', "[1, 2]")) == []
