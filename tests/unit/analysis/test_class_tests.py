"""What is told by tests of a value's exact class, and by several tests at once."""

from __future__ import annotations

import textwrap

import pytest
from found_uses import members

ASKED = """
import numpy as np
def f(x, plain):
    if {test}:
        return x.sort()
"""


@pytest.mark.parametrize(
    ("test", "found"),
    [
        ("type(x) == torch.Tensor", ["T.sort"]),
        ("type(x) is torch.Tensor", ["T.sort"]),
        ("not type(x) != torch.Tensor", ["T.sort"]),
        ("plain and type(x) is torch.Tensor", ["T.sort"]),
        ("type(x) in (torch.Tensor, nn.Parameter)", ["T.sort"]),
        ("isinstance(x, torch.Tensor) or isinstance(x, nn.Parameter)", ["T.sort"]),
        ("not (x is None or not isinstance(x, torch.Tensor))", ["T.sort"]),
        ("type(x) != torch.Tensor", []),
        ("type(x) is not torch.Tensor", []),
        ("type(x) is np.ndarray", []),
        ("type(x) in (torch.Tensor, np.ndarray)", []),
        ("type(x) is type(plain)", []),
        ("plain or type(x) is torch.Tensor", []),
        ("type(x) is torch.Tensor and x.sort()", ["T.sort", "T.sort"]),
        ("type(x) is np.ndarray and x.sort()", []),
        ("isinstance(x, torch.Tensor) or isinstance(x, np.ndarray)", []),
    ],
)
def test_the_exact_class(test: str, found: list[str]) -> None:
    assert members(ASKED.format(test=test)) == found


def test_an_array_is_none_though_it_is_called_a_tensor() -> None:
    text = """
    import numpy as np
    def f(tensor):
        assert type(tensor) is np.ndarray
        return tensor[..., None].dtype, tensor.data, tensor.new_zeros
    """
    assert members(textwrap.dedent(text)) == []


DOCUMENTED = """
import numpy as np
def f(x=None, plain=True):
    \"\"\"Runs.

    Args:
        x (Union[Tensor, ndarray]): what is run
    \"\"\"
    if {test}:
        x = torch.tensor(x)
    return x.transpose(1, 0)
"""


@pytest.mark.parametrize(
    ("test", "found"),
    [
        ("not isinstance(x, torch.Tensor)", ["T.transpose"]),
        ("x is not None and not isinstance(x, torch.Tensor)", ["T.transpose"]),
        ("x is not None and type(x) is not torch.Tensor", ["T.transpose"]),
        ("not (x is None or isinstance(x, torch.Tensor))", ["T.transpose"]),
        ("plain and not isinstance(x, torch.Tensor)", []),
        ("x is not None and not isinstance(x, np.ndarray)", []),
    ],
)
def test_what_is_made_a_tensor_unless_it_is_one_or_none(test: str, found: list[str]) -> None:
    assert members(DOCUMENTED.format(test=test)) == found


@pytest.mark.parametrize("word", ["and", "or"])
def test_long_and_deep_conditions_end(word: str) -> None:
    other = "or" if word == "and" else "and"
    flat = f" {word} ".join(["isinstance(x, torch.Tensor)", "x is None"] * 2000)
    deep = "x is None"
    for place in range(60):
        deep = f"({deep} {(word, other)[place % 2]} isinstance(x, torch.Tensor))"
    for test in (flat, deep):
        assert members(f"def f(x, y):\n    if {test}:\n        pass\n    return y.unsqueeze(0)") == ["T.unsqueeze"]
