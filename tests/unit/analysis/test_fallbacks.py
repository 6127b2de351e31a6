"""What a handler computes instead of a tensor."""

from __future__ import annotations

import pytest
from found_uses import members

HEAD = "def f(m, op):\n    try:\n        e = torch.linalg.eigvalsh(m)\n    except RuntimeError:\n        e = {}\n    return "


@pytest.mark.parametrize(
    ("instead", "use", "found"),
    [
        ("op.diagonal()", "e.max(dim=-1)[0].numel(), e.shape", ["T.max", "T.numel", "T.shape"]),
        ("op.diagonal()", "e.sort(), e.values()", []),
        ("op.made", "e.shape", []),
        ("[op.diagonal()]", "e.shape", []),
        ("op.diagonal()\n        e = dict(e)", "e.shape", []),
    ],
)
def test_what_is_computed_instead_of_a_tensor_is_likely_one(instead: str, use: str, found: list[str]) -> None:
    assert [one for one in members(HEAD.format(instead) + use) if one != "T.diagonal?"] == found
