"""Dicts whose keys are written out: each key holds what was put under it."""

from __future__ import annotations

import pytest
from found_uses import members


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("d = {'x': torch.ones(2), 'name': n, 'parts': [1]}\nd['x'].sum()", ["T.sum"]),
        ("d = {}\nd['x'] = torch.ones(2)\nd['parts'] = [1]\nd['x'].mean()", ["T.mean"]),
        ("d = dict(x=torch.ones(2), parts=[1])\nd['x'].mean()", ["T.mean"]),
        ("d = {'x': torch.ones(2), 'parts': [1]}\nd.get('x').mean()", ["T.mean"]),
        ("def f():\n    return {'x': torch.ones(2), 'n': open(p)}\nf()['x'].mean()", ["T.mean"]),
        (
            "def f():\n    return {'x': torch.ones(2), 'n': 'a'}\nout = f()\nout['n'] = g()\nout['x'].mean()",
            ["T.mean"],
        ),
        ("d = {'x': torch.ones(2)}\nif c:\n    d['y'] = 'a'\nd['x'].mean()", ["T.mean"]),
        (
            "d = {'x': 0, 'n': 0}\nfor _ in range(3):\n    d['x'] += torch.ones(1)\n    d['n'] += 1\nd['x'].item()",
            ["T.item"],
        ),
        (
            "class A:\n    def __init__(self):\n        self.d = {'x': torch.ones(2), 'n': 'a'}\n"
            "    def f(self):\n        self.d['x'].mean()",
            ["T.mean"],
        ),
        (
            "class D(torch.utils.data.Dataset):\n    def __getitem__(self, i):\n"
            "        return {'x': torch.ones(2), 'label': 3, 'name': 'a'}\n"
            "for b in torch.utils.data.DataLoader(D()):\n    b['x'].view(1)\n    b['label'].view(1)",
            ["T.view", "T.view"],
        ),
        ("pairs = [('a', torch.ones(1))]\nd = dict(pairs)\nd['a'].mean()", ["T.mean"]),
        # look-alikes
        ("d = {'x': torch.ones(2), 'n': [1]}\nd['n'].count(1)\nd['n'].mean()", []),
        ("d = {'x': torch.ones(2), 'n': 'a'}\nd['x'] = d['x'].tolist()\nd['x'].sum()", ["T.tolist"]),
        ("d = {'x': torch.ones(2), 'n': 'a'}\nfor k in ks:\n    d[k] = load(k)\nd['x'].mean()", []),
        ("d = {'x': torch.ones(2), 'n': load()}\nd['m'].sum()", []),
        ("d = {'x': torch.ones(2)}\nd = {**d, 'n': load()}\nd['n'].mean()", []),
        ("d = dict(xs)\nd['a'].mean()", []),
        ("d = dict(step=0)\nd['buffer'].mean()", []),
        (
            "class D(torch.utils.data.Dataset):\n    def __getitem__(self, i):\n"
            "        return {'x': torch.ones(2), 'name': 'a'}\n"
            "for b in torch.utils.data.DataLoader(D()):\n    b['name'].sort()",
            [],
        ),
    ],
)
def test_each_key_has_its_own(body: str, found: list[str]) -> None:
    assert members(body) == found
