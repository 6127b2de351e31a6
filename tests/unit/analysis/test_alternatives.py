"""What is declared to be a tensor or something else of which nothing is known."""

from __future__ import annotations

import pytest
from found_uses import members

HEAD = "from typing import Iterable, Union\nimport numpy as np\n"


@pytest.mark.parametrize(
    ("use", "found"),
    [
        ("x.unsqueeze(0)", ["T.unsqueeze"]),
        ("x.as_subclass(torch.Tensor)", ["T.as_subclass"]),
        ("x.cpu().numpy()", ["T.cpu", "T.numpy"]),
        ("x.sort(), x.shape, x.values()", []),
        ("x.reshape(-1), x.cpu()", []),
    ],
)
def test_nothing_else_has_some_of_a_tensor_s_methods(use: str, found: list[str]) -> None:
    assert members(f"{HEAD}def f(x: Union[torch.Tensor, Iterable]):\n    {use}") == found


def test_what_may_be_of_a_class_that_has_them_is_not_told() -> None:
    use = "def f(x: Union[torch.Tensor, Iterable, {}]):\n    x.unsqueeze(0)"
    box = "class Box:\n    shape = ndim = 3\n    def unsqueeze(self, n): return self\n    def reshape(self, n): return self\n"

    assert members(HEAD + use.format("list")) == members(HEAD + use.format("np.ndarray")) == ["T.unsqueeze"]
    assert members(HEAD + box + use.format("int")) == []
