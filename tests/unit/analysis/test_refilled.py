"""What a dict holds once a loop has put something under every key; what moves to a device; what only takes tensors is given."""

from __future__ import annotations

import pytest
from found_uses import members


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "def f(d):\n    for k in d.keys():\n        if k == 'u':\n            d[k] = torch.tensor(d[k])\n"
            "        else:\n            d[k] = torch.tensor(d[k]).float()\n    return d['o'].shape, d['a'].repeat(2)",
            ["T.float", "T.shape", "T.repeat"],
        ),
        ("def f(d):\n    for k, v in d.items():\n        d[k] = torch.as_tensor(v)\n    d['a'].sum()", ["T.sum"]),
        (
            "def f(d):\n    for k in list(d):\n        with a:\n            d[k] = torch.ones(1)\n    d['a'].sum()",
            ["T.sum"],
        ),
        (
            "def g(d):\n    return d['a'].shape\ndef f(d):\n    for k in d:\n        d[k] = torch.tensor(d[k])\n    g(d)",
            ["T.shape"],
        ),
        ("def f(d):\n    for k in d:\n        if k:\n            d[k] = torch.tensor(d[k])\n    d['a'].sum()", []),
        ("def f(d):\n    for k in d:\n        d[k] = load(d[k])\n    d['a'].sum()", []),
        ("def f(d):\n    for k in d.values():\n        d[k] = torch.tensor(d[k])\n    d['a'].sum()", []),
        (
            "def f(d):\n    for k in d:\n        d[k] = torch.tensor(d[k])\n        if k:\n            break\n    d['a'].sum()",
            [],
        ),
    ],
)
def test_what_a_loop_puts_under_every_key(text: str, found: list[str]) -> None:
    assert [one for one in members(text) if one.startswith("T.")] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "def f(self, loader):\n    for x, y in loader:\n        x = x.to(self._device(), non_blocking=True)",
            ["T.to"],
        ),
        ("def f(loader):\n    x, y = next(loader)\n    return x.to(device=my_device)", ["T.to"]),
        ("def f(loader):\n    batch = loader.next()\n    return batch.to(device)", ["T.to"]),
        ("def f(loader):\n    x = next(loader)\n    return x.to(unit)", []),
        ("def f(m):\n    y = m.classify(3)\n    return torch.max(y.cpu(), 1)", ["T.cpu"]),
        ("def f(m):\n    y = m.classify(3)\n    return torch.save(y.cpu(), 1)", []),
        ("def f(x):\n    y = max(torch.ones(3))\n    return y.item()", ["T.item"]),
        ("def f(d):\n    return d['loss'].item(), d['name'].item()", ["T.item"]),
        (
            "class N(nn.Module):\n    def loss(self, y):\n        return self.code(y.cpu()).to(y.device)",
            ["T.cpu", "T.to", "T.device"],
        ),
    ],
)
def test_what_is_done_with_a_value(text: str, found: list[str]) -> None:
    assert [one for one in members(text) if one.startswith("T.")] == found


def test_what_a_tensor_is_made_of_is_none_yet() -> None:
    text = "class N(nn.Module):\n    def embed(self, ids):\n        return self.e(torch.LongTensor(ids)), ids.shape"

    assert [one for one in members(text) if one.startswith("T.")] == []
