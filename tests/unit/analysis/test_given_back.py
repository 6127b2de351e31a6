"""What a dict holds that a value is put into only where none is, or that a method gives back what it held."""

from __future__ import annotations

import pytest
from found_uses import members

KEPT = """
class Memory(nn.Module):
    def __init__(self):
        super().__init__()
        self.notes = {{}}
    def add(self, k, x: torch.Tensor):
        self.notes[k] = [(x, x)]
    def {0}(self, kept):
        for k, v in kept.items():
            self.notes[k] = {1}
    def first(self, k):
        for k, v in self.notes.items():
            [a[0].sum() for a in v]
"""


@pytest.mark.parametrize(
    ("name", "value", "found"),
    [
        ("restore", "[(a[0].clone(), a[1].clone()) for a in v]", ["T.sum"]),
        ("restore_notes", "v", ["T.sum"]),
        ("receive", "[(a[0].clone(), a[1].clone()) for a in v]", []),
    ],
)
def test_what_is_given_back_is_what_was_held(name: str, value: str, found: list[str]) -> None:
    assert [one for one in members(KEPT.format(name, value)) if one.endswith("sum")] == found


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("state = self.state[p]\n        state.setdefault('n', 0)\n        state.get('d').mul(t)", ["T.mul"]),
        ("d = {'a': p.data}\n        d.setdefault('n', 0)\n        d['a'].sum()", ["T.data", "T.sum"]),
        ("d = {'a': p.data}\n        d.setdefault('a', 0)\n        d['a'].sum()", ["T.data", "T.sum"]),
        ("d = {'a': 1}\n        d.setdefault('a', p.data)\n        d['a'].sum()", ["T.data", "T.sum"]),
        ("d = {}\n        d.setdefault('a', []).append(p.data)\n        d['a'][0].sum()", ["T.data", "T.sum"]),
        ("d = {}\n        d.setdefault(t, []).append(p.data)\n        d[t][0].sum()", ["T.data", "T.sum"]),
        ("d = {'a': 1}\n        d.setdefault('b', p.data)\n        d['a'].sum()", ["T.data"]),
    ],
)
def test_what_is_put_where_nothing_is_leaves_the_rest(lines: str, found: list[str]) -> None:
    text = f"class A(torch.optim.Optimizer):\n    def step(self, t, p: nn.Parameter):\n        {lines}\n"

    assert [one for one in members(text) if one.startswith("T.") and not one.endswith("?")] == found
