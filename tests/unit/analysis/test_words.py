"""Calls that tell of a Tensor by how they are written, where nothing else does."""

from __future__ import annotations

import pytest
from found_uses import members

_MODULE = "class M(nn.Module):\n    def __init__(self, a):\n        {}\n    def f(self, x):\n        {}"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("def f(a):\n    a.transpose(1, 2)", ["T.transpose"]),
        ("import numpy as np\ndef f(a):\n    a.transpose(-2, -3)", ["T.transpose"]),
        ("def f(a):\n    a.transpose(-2, -1)", ["T.transpose"]),
        ("def f(a, b):\n    (a - b).pow(2).sum(dim=-1)", ["T.pow", "T.sum"]),
        ("def f(a, b):\n    (a - b).abs().sqrt()", ["T.abs", "T.sqrt"]),
        ("def f(a):\n    a.data.pow(2)", ["T.data", "T.pow"]),
        ("def f(a):\n    a.atan() / 3", ["T.atan"]),
        ("def f(a):\n    a.sum([-1, -2])", ["T.sum"]),
        ("def f(a):\n    a.flatten(start_dim=1)", ["T.flatten"]),
        ("def f(a, k):\n    a.view((k, -1) + rest(a)).mean(dim=0)", ["T.view", "T.mean"]),
        ("def f(a):\n    if a.is_cuda:\n        return a.shape", ["T.is_cuda", "T.shape"]),
        ("def f(a):\n    b = a.clone()\n    b[..., 1:].neg_()\n    return a", ["T.clone", "T.neg_"]),
        ("def f(a):\n    a = a.clone()\n    a[..., 1:].neg_()\n    return a", ["T.clone", "T.neg_"]),
        ("def f(a, b):\n    return b * a.to(torch.float16)", ["T.to"]),
        ("def f(a, b):\n    return a.to(b.dtype) * 2", ["T.to"]),
        ("def f(make):\n    a = make()\n    nn.Parameter(a.clone())", ["T.clone"]),
        ("def f(a):\n    torch.exp(a.mean())", ["T.mean"]),
        ("def f(policy, x):\n    policy(x).dist.entropy().mean()", ["T.mean"]),
        ("def f(a, b):\n    return (a == b).float()", ["T.float"]),
        ("def f(a):\n    return a.cpu().data.numpy()", ["T.cpu", "T.data", "T.numpy"]),
        ("def f(xs):\n    for x in xs:\n        x.size()[0]", ["T.size"]),
        ("def f(xs):\n    for x in xs:\n        n, c = x.size()", ["T.size"]),
        ("def f(a, cast_dtype):\n    return a + g(a).to(cast_dtype)", ["T.to"]),
        ("def f(s):\n    return s[s > 0].min(), s.max()", ["T.min", "T.max"]),
        (_MODULE.format("pass", "return ((x.first - x.last) ** 2).mean()"), ["T.mean"]),
        ("def f(net):\n    net.to(torch.float16)", []),
        ("import numpy as np\ndef f(a):\n    np.array(a.mean())", []),
    ],
)
def test_what_is_written_tells(body: str, found: list[str]) -> None:
    assert [one for one in members(body) if one.startswith("T.") and not one.endswith("?")] == found


def test_what_a_module_registers_as_a_buffer_is_a_tensor() -> None:
    body = _MODULE.format("super().__init__(); self.register_buffer('a', a)", "self.a.shape, self.a.mean()")
    assert [one for one in members(body) if one.startswith("T.")] == ["T.shape", "T.mean"]


def test_parameters_of_a_group_stay_what_they_are_when_it_is_given_more() -> None:
    body = (
        "class S(torch.optim.Optimizer):\n    def step(self):\n        for group in self.param_groups:\n"
        "            group['step'] = 0\n            for p in group['params']:\n                p.grad.mul_(group['lr'])"
    )
    assert [one for one in members(body) if one.startswith("T.")] == ["T.grad", "T.mul_"]


def test_a_module_that_counts_with_numpy_may_still_say_dim() -> None:
    body = "import numpy as np\n" + _MODULE.format(
        "pass", "np.stack(x.parts); return x.first.sum(dim=1), x.last.flatten()"
    )
    assert [one for one in members(body) if one.startswith("T.") and not one.endswith("?")] == ["T.sum"]


def test_an_array_that_becomes_a_tensor_in_a_heir_is_not_certain() -> None:
    body = (
        "import numpy as np\nclass A:\n    def make(self):\n        self.g = np.zeros(3)\n"
        "class B(A, nn.Module):\n    def build(self):\n        self.make()\n        self.g = torch.zeros(3)\n"
        "    def read(self):\n        return self.g.shape, self.g.unsqueeze(0)"
    )
    assert [one for one in members(body) if one.startswith("T.")] == ["T.unsqueeze"]
