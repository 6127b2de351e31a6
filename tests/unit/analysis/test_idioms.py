"""What is said of values by Python's and torch's common ways of writing things."""

from __future__ import annotations

import pytest
from found_uses import OneRow, Rows, apis, members


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("d = torch.distributions.Normal(0, 1)\nd.loc.device", ["T.device"]),
        (
            "class Clipped(torch.distributions.Normal):\n    def sample(self):\n        return self.loc.dtype, self.edge.dtype",
            ["T.dtype"],
        ),
        ("class Clipped(torch.nn.Module):\n    def sample(self):\n        return self.loc.dtype", []),
        ("d = torch.distributions.Normal(0, 1)\nd.loc.device\nd.name.split()", ["T.device"]),
        ("ys = torch._foreach_sqrt(xs)\nys[0].norm()", ["T.norm"]),
        ("from torch.distributions.utils import broadcast_all\nx, y = broadcast_all(0, 1)\ny.device", ["T.device"]),
        ("torch.linalg.lstsq(xs, ys)[0].device", ["T.device"]),
        ("def f(x: int | float | torch.Tensor):\n    return x.device, x.real", ["T.device"]),
        ("def f(n_shape, xs):\n    return (n_shape + xs).numel()", []),
        ("ys = torch._foreach_add_(xs, 1)\nys[0].norm()", []),
        ("def f(x):\n    return x.mean().item()", ["T.mean", "T.item"]),
        ("import numpy as np\ndef f(x):\n    return x.mean().item()", []),
        ("import pandas as pd\ndef f(x):\n    return x.sum().item()", []),
        ("def f(x):\n    return x.mean(1).item(), x.mode().item()", []),
        ("def f(x=None, device='cpu'):\n    n = x.shape[0]\n    return x.to(device), n", ["T.shape", "T.to"]),
        ("import pint\ndef f(x, unit):\n    n = x.shape[0]\n    return x.to(unit), n", []),
        ("def f(x, device):\n    n = x.shape[0], x.sizes\n    return x.to(device)", ["T.to?"]),
        ("def f(x, y):\n    x, y = x.to(d), y.to(d)\n    x.view(-1)\n    y.item(), y.step()", ["T.to", "T.view"]),
        ("def f(x, y):\n    x, y = x.cuda(), y.cuda()\n    x.view(-1)\n    y.step()", ["T.cuda", "T.cuda?", "T.view"]),
        ("def f(x, y):\n    x, y = y.cuda(), x.cuda()\n    x.view(-1)", ["T.cuda", "T.cuda?", "T.view"]),
        ("r = nn.LSTM(2, 2, bidirectional=True)\nr.weight_hh_l0_reverse.data.fill_(0)", ["T.data", "T.fill_"]),
        ("def f(rnn):\n    rnn.bias_ih_l1.size(0)", ["T.size"]),
        ("r = nn.LSTM(2, 2)\nr.weight_hh_sizes.sum()", []),
        ("def f(xs):\n    for batch in xs:\n        a, b = batch[0].to(device), batch[1].cuda()", ["T.to", "T.cuda"]),
        ("def f(xs):\n    for i, data in enumerate(xs):\n        a = data[0].cuda()", ["T.cuda"]),
        ("def f(xs):\n    for pair in xs:\n        pair[0].cuda()", ["T.cuda?"]),
        ("def f(nets):\n    for batch in nets:\n        batch[0].cuda()", ["T.cuda?"]),
        ("def f(xs):\n    for batch in xs:\n        batch.sort_by(1)\n        batch[0].cuda()", ["T.cuda?"]),
        (
            "def f(xs):\n    for b in xs:\n        a, y = b['a'], b['y']\n        a, y = a.cuda(), y.cuda()\n        a.min()",
            ["T.cuda", "T.cuda", "T.min"],
        ),
        (
            "def f(xs):\n    for b in xs:\n        a, y = b['a'], load()\n        a.cuda(), y.cuda()",
            ["T.cuda", "T.cuda?"],
        ),
        ("def f(nets):\n    for b in nets:\n        a, y = b['a'], b['y']\n        a.cuda()", ["T.cuda?"]),
        ("def f(xs):\n    for b in xs:\n        b['sound'].float().to(device)", ["T.float", "T.to"]),
        ("def f(xs):\n    for b in xs:\n        b['decoder'].float().to(device)", ["T.to?"]),
        ("def f(b):\n    b['sound'].float().to(device)", ["T.to?"]),
        ("def f(xs):\n    for x, y in xs:\n        x = {k: v.to(device) for k, v in x.items()}", ["T.to"]),
        ("def f(xs):\n    for layers, y in xs:\n        x = {k: v.to(device) for k, v in layers.items()}", ["T.to?"]),
        ("def f(xs, x):\n    for y in xs:\n        x = {k: v.to(device) for k, v in x.items()}", ["T.to"]),
        ("def f(xs, net):\n    for batch in xs:\n        batch = batch.to(device)\n        net(batch)", ["T.to"]),
        ("def f(xs, net):\n    for batch in xs:\n        batch = batch.to(device)\n        net(**batch)", ["T.to?"]),
        ("def f(xs, net):\n    for batch in xs:\n        moved = batch.to(device)\n        net(moved)", ["T.to"]),
        ("def f(xs, net):\n    for batch in xs:\n        moved = batch.to(device)\n        net(**moved)", ["T.to?"]),
        ("def f(xs: torch.utils.data.DataLoader):\n    for x in xs:\n        x = x.to(device)", ["T.to"]),
        ("def f(xs: torch.utils.data.DataLoader):\n    for x in xs:\n        y = x.to(device)\n        y.keys()", []),
        ("def f(xs: torch.utils.data.DataLoader):\n    for x in xs:\n        x = x.to(device)\n        g(x['a'])", []),
        (
            "from collections import deque\nd = deque(maxlen=3)\nd.append(torch.ones(1))\nd[0].sum(), d.popleft().mean()",
            ["T.sum", "T.mean"],
        ),
        (
            "import collections\nd = collections.deque([torch.ones(1)])\nd.appendleft(torch.ones(2))\nfor x in d:\n    x.sum()",
            ["T.sum"],
        ),
        ("from collections import deque\nd = deque([torch.ones(1)])\nd.appendleft(load())\nd.popleft().mean()", []),
        ("from collections import deque\nd = deque(maxlen=3)\nd.append(3)\nd.pop().mean()", []),
        ("from queues import deque\nd = deque([torch.ones(1)])\nd.popleft().mean()", []),
        ("def g(*xs):\n    return [x.sum() for x in xs]\ng(torch.ones(1), torch.ones(2))", ["T.sum"]),
        ("def g(n, *xs):\n    return xs[0].mean()\ng(3, torch.ones(1))", ["T.mean"]),
        (
            "class A:\n    def f(self, *xs):\n        xs[0].mean()\n    def g(self):\n        self.f(torch.ones(1))",
            ["T.mean"],
        ),
        ("def g(*xs):\n    return [x.sum() for x in xs]\ng(torch.ones(1), [3])", ["T.sum"]),
        ("def g(*xs):\n    return [x.sum() for x in xs]\ng(torch.ones(1))\ng(load())", []),
        ("def g(*xs):\n    return [x.sum() for x in xs]\ng(torch.ones(1), *load())", []),
        ("def g(x, *xs):\n    return [x.sum() for x in xs]\ng(torch.ones(1))", []),
        ("p = nn.ParameterDict({'a': nn.Parameter(torch.ones(1))})\np['a'].data.sum()", ["T.data", "T.sum"]),
        ("d = dict(nn.ModuleDict({'a': load()}))\nd['a'].data.run()", []),
        ("def f(state: dict, p):\n    state[p]['h'].zero_()", ["T.zero_"]),
        ("def f(state: Store, p):\n    state[p]['h'].zero_()", ["T.zero_?"]),
        ("import weakref\nr = weakref.ref(torch.ones(2))\nr().mean()", ["T.mean"]),
        ("import weakref\nr = weakref.ref(load())\nr().mean()", []),
        ("def f(module, n):\n    w = getattr(module, n)\n    return nn.Parameter(w.data)", ["T.data"]),
        ("def f(module, n):\n    w = getattr(module, n)\n    return Meter(w.data)", []),
        ("def f(loss, **given):\n    x = loss(**{'a': torch.ones(2), 'b': 1})\n    return x.mean()", ["T.mean"]),
        ("def f(net):\n    net.eval()\n    return net({'a': torch.ones(2)}).tolist()", ["M.eval", "T.tolist"]),
        ("def f(net):\n    net.eval()\n    return net({'a': torch.ones(2), 'b': 1}).tolist()", ["M.eval"]),
        ("def f(frame):\n    return frame({'a': torch.ones(2)}).tolist()", []),
        ("def f(net):\n    x = net(*[torch.ones(2)])\n    return x.mean()", ["T.mean"]),
        ("def f(net):\n    x = net(*[1], **{'a': 'b'})\n    return x.mean()", []),
        ("def f(net):\n    for k, v in net.state_dict().items():\n        v.cpu()", ["M.state_dict", "T.cpu"]),
        ("def f(part):\n    for k, v in part.state_dict().items():\n        v.cpu()", ["T.cpu"]),
        ("def f(net):\n    for k, v in net.config_dict().items():\n        v.cpu()", []),
        (
            "def f(loader: torch.utils.data.DataLoader, device):\n    for data in loader:\n"
            "        data = {k: v.to(device) for k, v in data.items()}\n        data['y'].nelement()",
            ["T.to", "T.nelement"],
        ),
        ("def f(batch, device):\n    return {k: v.to(device) for k, v in batch.items()}", ["T.to"]),
        ("def f(nets, device):\n    return {k: v.to(device) for k, v in nets.items()}", ["T.to?"]),
        (
            "def f(param_groups):\n    for g in param_groups:\n        for p in g['params']:\n            p.device",
            ["T.device"],
        ),
        (
            "def f(param_groups=None):\n    return [p.device for g in param_groups or [] for p in g['params']]",
            ["T.device"],
        ),
        ("def f(groups):\n    return [p.device for g in groups for p in g['params']]", []),
        (
            "def f():\n    param_groups = [{'params': ['a', 'b']}]\n    return [p.count('a') for g in param_groups for p in g['params']]",
            [],
        ),
        (
            "class A:\n    def half(self, x):\n        return torch.sqrt(x)\n"
            "    def both(self, x):\n        n = x.shape\n        return self.half(x)",
            ["T.shape"],
        ),
        (
            "class A:\n    def half(self, x):\n        return store(x)\n"
            "    def both(self, x):\n        n = x.shape\n        return self.half(x)",
            [],
        ),
    ],
)
def test_values_are_told_by_how_they_are_written(body: str, found: list[str]) -> None:
    assert members(body) == found


def test_code_from_before_python_3_7_is_read() -> None:
    assert apis("def f(x: torch.Tensor):\n    return x.cuda(async=True).mean()\nimport torch\n") == [
        "torch.Tensor",
        "torch.Tensor.cuda",
        "torch.Tensor.mean",
    ]
    assert apis("import torch\ndef f(x: torch.Tensor):\n    async = x.cuda(async=True)\n") == []


def test_what_is_loaded_and_called_is_a_model() -> None:
    rows = Rows({"torch.load": OneRow(returns="dict")})
    code = "import torch\ndef f(x, path):\n    found = torch.load(path)\n    return found({})[0].squeeze()\n"

    assert apis(code.format("x"), rows) == ["torch.load", "torch.Tensor.squeeze"]
    assert apis(code.format("'a'"), rows) == ["torch.load"]
