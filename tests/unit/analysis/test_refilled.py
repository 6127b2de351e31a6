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


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "def f(pp):\n    for p in pp():\n        if p.grad is not None:\n            p.grad.add_(1)",
            ["T.grad", "T.grad", "T.add_"],
        ),
        (
            "def f(net, news):\n    for p, new in zip(net.parameters(), news):\n        p.data = new.data.clone()",
            ["T.data", "T.data", "T.clone"],
        ),
        (
            "from collections import defaultdict\ndef f(k):\n    d = defaultdict(list)\n    d[k].append(torch.ones(1))\n"
            "    for name, parts in d.items():\n        parts[0].data, parts[0].sum()",
            ["T.data", "T.sum"],
        ),
        ("def f(k):\n    d = {}\n    d[k] = []\n    d[k].append(torch.ones(1))\n    return d[k][0].sum()", ["T.sum"]),
        (
            "def keep(module, given, out):\n    print(given[0].shape, out.detach())\n"
            "def f(net):\n    net.register_forward_hook(keep)",
            ["T.shape", "T.detach"],
        ),
        (
            "class A:\n    def keep(self, grad):\n        self.g = grad.clone()\n"
            "    def f(self):\n        torch.ones(1).register_hook(self.keep)",
            ["T.clone", "T.register_hook"],
        ),
        ("def f(net):\n    net.register_forward_hook(lambda m, i, o: o.cpu())", ["T.cpu"]),
        ("def keep(state):\n    return state.clone()\ndef f(runner):\n    runner.register_hook(keep)", []),
        ("def f(net):\n    h = net.state()\n    return h.squeeze(0).contiguous()", ["T.squeeze", "T.contiguous"]),
        ("def f(m):\n    return m.cpu().t().numpy()", ["T.cpu", "T.t", "T.numpy"]),
        ("def f(a, b):\n    return (a == b).float(), (a > b).nonzero(as_tuple=True)", ["T.float", "T.nonzero"]),
        ("def f(a, p):\n    return a.view(p.size()), a.argsort(descending=True)", ["T.view", "T.size", "T.argsort"]),
        ("def g(x):\n    return x.mean()\ndef f(a):\n    return g(torch.ones(1)), g(load(a))", ["T.mean"]),
        ("def f(batch):\n    a, n = batch\n    return a.to(device)", ["T.to"]),
        (
            "def f(a, d, k):\n    return a.size(dim=0), d[k].flip(dims=[1]), a.size(axis=0)",
            ["T.size", "T.flip", "T.size"],
        ),
        ("def f(q, grid):\n    return q.size(), q.size(axis=0), grid.flip(axis=1), grid.flip(x=True)", []),
        (
            "def f(net, loader, fast):\n    for x, y in loader:\n        if fast:\n            x, y = x.cuda(), y.cuda()\n"
            "        out = net(x)\n        x.mean(), out.max(1)",
            ["T.cuda", "T.cuda", "T.mean", "T.max"],
        ),
        ("def f(batch):\n    return tuple(t.to(device) for t in batch)", ["T.to"]),
        (
            "from tqdm import tqdm\ndef f():\n    with tqdm([torch.ones(1)]) as bar:\n        for x in bar:\n            x.sum()",
            ["T.sum"],
        ),
    ],
)
def test_what_loops_hooks_and_chains_tell(text: str, found: list[str]) -> None:
    assert [one for one in members(text) if one.startswith("T.")] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("if c:\n            x = x.cuda()", ["T.cuda", "T.sum"]),
        ("if c:\n            x.detach_()", ["T.detach_", "T.sum"]),
        ("if c:\n            x = load(x)\n            x.detach()", ["T.detach"]),
        ("if hasattr(x, 'cuda'):\n            x = x.detach()", ["T.detach?"]),
        ("if c:\n            for x in c:\n                x.detach()", ["T.detach"]),
    ],
)
def test_what_a_branch_tells_of_a_value_before_it(text: str, found: list[str]) -> None:
    loop = f"def f(xs, c):\n    for x in xs:\n        {text}\n        x.sum()"

    assert [one for one in members(loop) if one.startswith("T.")] == found


def test_what_a_tensor_is_made_of_is_none_yet() -> None:
    text = "class N(nn.Module):\n    def embed(self, ids):\n        return self.e(torch.LongTensor(ids)), ids.shape"

    assert [one for one in members(text) if one.startswith("T.")] == []
