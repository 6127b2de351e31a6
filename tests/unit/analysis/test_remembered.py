"""What a function keeps for the next call, and gives then."""

from __future__ import annotations

import pytest
from found_uses import members


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("if n in kept:\n        return kept[n]\n    x = torch.ones(n)\n    kept[n] = x\n    return x", ["T.device"]),
        ("if n in kept:\n        return kept[n]\n    x = torch.ones(n)\n    kept[n] = x, n\n    return x", []),
        ("if n in kept:\n        return kept[n]\n    x = torch.ones(n)\n    other[n] = x\n    return x", []),
        ("if n in kept:\n        return kept[n]\n    kept[n] = x = n\n    return x", []),
        ("if n not in kept:\n        kept[n] = {}\n    if k not in kept[n]:\n        kept[n][k] = torch.ones(n)\n    return kept[n][k]",
         ["T.device"]),
        ("kept[n] = None\n    fill(kept)\n    return kept[n]", []),
        ("kept[n] = torch.ones(n)\n    return kept[k]", ["T.device"]),
    ],
)  # fmt: skip
def test_what_is_kept_in_a_dict_of_the_module_is_what_was_put_there(body: str, found: list[str]) -> None:
    text = f"kept, other = {{}}, {{}}\ndef f(n, k):\n    {body}\nf(1, 2).device\n"
    assert [one for one in members(text) if one.startswith("T.")] == found


def test_lists_that_an_object_keeps_under_two_keys() -> None:
    text = """
class Edges(nn.Module):
    def __init__(self):
        super().__init__()
        self.kept = {}
    def forward(self, x, n, k):
        return [one.to(x.device) for one in self.edges(n, k)]
    def edges(self, n, k):
        if n in self.kept:
            its = self.kept[n]
            if k in its:
                return its[k]
            found = [torch.ones(n), torch.ones(k)]
            its[k] = found
            return found
        self.kept[n] = {}
        return self.edges(n, k)
"""
    assert "T.to" in members(text)
