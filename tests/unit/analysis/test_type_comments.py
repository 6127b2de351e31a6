"""Parameters and results of which a comment says what they are."""

from __future__ import annotations

import pytest
from found_uses import analysis, members


@pytest.mark.parametrize(
    ("signature", "does", "found"),
    [
        ("(Tensor) -> Tensor", "return x.round()", ["T.round"]),
        ("(torch.Tensor) -> torch.Tensor", "return x.values", ["T.values"]),
        ("(List[Tensor]) -> Tensor", "return x[0].round()", ["T.round"]),
        ("(list[dict[str, Tensor]]) -> int", "return [one['a'].data for one in x]", ["T.data"]),
        ("(nn.Module) -> None", "return x.to('cpu')", ["M.to"]),
        # look-alikes
        ("(int) -> Tensor", "return x.round(), x.data", []),
        ("(Unknown) -> Tensor", "return x.round()", []),
        ("(str, Tensor) -> Tensor", "return x.round()", []),
        ("tensor", "return x.round()", []),
    ],
)
def test_a_comment_types_a_parameter(signature: str, does: str, found: list[str]) -> None:
    assert members(f"def f(x):\n    # type: {signature}\n    {does}\n") == found


def test_a_comment_types_a_result() -> None:
    body = "def f(x):\n    # type: (str) -> Tuple[Tensor, int]\n    return table[x]\n\na, b = f('a')\na.round()\nb.round()\n"
    assert members(body) == ["T.round"]


@pytest.mark.parametrize(
    ("before", "found"),
    [
        ("import torch", ["torch.Tensor.round"]),
        ("import torch\nfrom torch import Tensor", ["torch.Tensor", "torch.Tensor.round"]),
        # another Tensor, or nobody's
        ("import torch\nfrom mine import Tensor", []),
        ("import torch\nclass Tensor: pass", []),
        ("import torch\nimport tensorflow", []),
        ("import numpy", []),
    ],
)
def test_the_name_need_not_be_imported(before: str, found: list[str]) -> None:
    text = f"{before}\ndef f(x):\n    # type: (Tensor) -> int\n    return x.round()\n"
    assert [use.api for use in analysis(text).uses if use.api != "torch"] == found


def test_a_name_in_a_comment_is_no_use() -> None:
    found = analysis("import torch\ndef f(x):\n    # type: (torch.Tensor) -> torch.Tensor\n    return x\n")
    assert [use.api for use in found.uses if use.role.value != "import"] == []
