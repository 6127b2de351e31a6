"""What a test for a list or a tuple leaves of what is declared to be one of several."""

from __future__ import annotations

import pytest
from found_uses import members

HEAD = "from typing import List, Sequence, Tuple, Union\nimport numpy as np\nimport torch\n"
DECLARED = ["Sequence[torch.Tensor]", "List[torch.Tensor]", "Tuple[torch.Tensor, ...]"]


@pytest.mark.parametrize("declared", DECLARED)
def test_a_sequence_beside_arrays_holds_what_is_declared(declared: str) -> None:
    text = HEAD + (
        f"class A:\n    def __init__(self, x: Union[torch.Tensor, np.ndarray, {declared}]):\n"
        "        if isinstance(x, (list, tuple)):\n            self.parts = x\n"
        "            all(y.sort() for y in x)\n        else:\n            x.sort()\n"
        "    def f(self):\n        return self.parts[0].sort()\n"
    )
    assert members(text) == ["T.sort", "T.sort"]


def test_where_it_is_no_sequence_it_is_the_tensor() -> None:
    text = HEAD + (
        "def f(x: Union[torch.Tensor, Sequence[str]]):\n    if isinstance(x, (list, tuple)):\n        return x[0].sort()\n"
        "    return x.sort()\n"
    )
    assert members(text) == ["T.sort"]
