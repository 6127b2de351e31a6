"""What is one of several of the user's Modules: calls and methods give what all of them give."""

from __future__ import annotations

import pytest
from found_uses import analysis, members

CLASSES = """
class Small(nn.Module):
    def forward(self, x):
        return torch.relu(x)
    def pick(self, x):
        return torch.abs(x)
class Large(nn.Module):
    def forward(self, x):
        return torch.exp(x)
    def pick(self, x):
        return torch.exp(x)
class Pair(nn.Module):
    def forward(self, x):
        return [x], 1
    def pick(self, x):
        return [x]
"""


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("net = Small() if fast else Large()\ndef f(a):\n    net(a['x']).sort(), net.pick(a).sort()", ["T.sort", "T.sort"]),
        ("def f(a, fast):\n    if fast:\n        net = Small()\n    else:\n        net = Large()\n    net(a['x']).sort()", ["T.sort"]),
        ("net = Small() if fast else nn.Linear(1, 2)\ndef f(a):\n    net(a['x']).sort()", ["T.sort"]),
        ("net = Small() if fast else Pair()\ndef f(a):\n    net(a['x']).sort(), net.pick(a).sort()", ["T.sort"]),
        ("net = Small() if fast else Pair()\ndef f(a):\n    net(a['x'])[0].sort(), net(a['x']).index(1)", []),
        ("net = Small() if fast else load()\ndef f(a):\n    net(a['x']).sort(), net.pick(a).sort()", []),
        ("net = Small() if fast else nn.LSTM(1, 2)\ndef f(a):\n    net(a['x']).sort()", ["T.sort"]),
        ("net = Small() if fast else Large()\nnet.eval()\nnet.other(1).sort()", ["M.eval"]),
        ("net = Small().to(d) if fast else Large().to(d)\ndef f(a):\n    net(a['x']).sort(), net.pick(a).sort()",
         ["M.to", "M.to", "T.sort", "T.sort"]),
        ("if fast:\n    net = Small().cuda()\nelif slow:\n    net = Large().cuda()\nelse:\n    net = Pair().cuda()\n"
         "net(made())[0].sort()", ["M.cuda"] * 3),
    ],
)  # fmt: skip
def test_one_of_several_models_gives_what_all_of_them_give(code: str, found: list[str]) -> None:
    assert members(CLASSES + code) == found


def test_the_order_of_the_classes_makes_no_difference() -> None:
    code = "class A:\n    def __init__(self, a):\n        self.net = {} if a else {}\n    def f(self, x):\n        self.net(x['a']).sort()\n"
    code += "    def g(self):\n        self.net = {}\n"
    for one, two, three in (("Small()", "Large()", "Small()"), ("Large()", "Small()", "Small()")):
        assert members(CLASSES + code.format(one, two, three)) == ["T.sort"]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("y = several(x)\ny.cpu(), y.append(1)", ["T.cpu"]),
        ("several(x)[0].shape", ["T.shape"]),
        ("y = several(x)\nif isinstance(y, list):\n    y.append(1)\nelse:\n    y.sort()", ["T.sort"]),
        ("named(x).cpu(), named(x).run()", []),
    ],
)
def test_a_function_gives_one_of_those_that_it_declares(code: str, found: list[str]) -> None:
    head = """
class Own:
    def cpu(self): ...
    def run(self): ...
def several(x) -> torch.Tensor | list[torch.Tensor]:
    return made(x)
def named(x) -> torch.Tensor | Own:
    return made(x)
x = read()
"""
    assert members(head + code) == found


@pytest.mark.parametrize("base", ["torch.utils.data.Dataset", "object"])
def test_attributes_of_one_of_several_data_sets(base: str) -> None:
    text = f"""
class A({base}):
    def __init__(self, path):
        self.box = torch.ones(3)
class B({base}):
    def __init__(self, path):
        self.box = torch.zeros(3)
KINDS = dict(a=A, b=B)
def f(name, device):
    data = KINDS[name]("path")
    data.box.to(device).split(1)
"""
    assert members(text) == ["T.to", "T.split"]


@pytest.mark.parametrize("base", ["torch.utils.data.Dataset", "nn.Module", "object"])
def test_objects_that_ask_each_other(base: str) -> None:
    text = f"""
import torch
from torch import nn
class A({base}):
    def __init__(self, other):
        self.other = B(other) if other else A(other)
    def __getattr__(self, name):
        return getattr(self.other, name)
class B({base}):
    def __init__(self, other):
        self.box = torch.ones(3)
        self.other = A(other)
    def __getattr__(self, name):
        return getattr(self.other, name)
class C({base}):
    def __init__(self, other):
        self.other = B(other)
    def __getattr__(self, name):
        return getattr(self.other, name)
A(1).foo
B(1).foo
C(1).box.shape
"""
    found = analysis(text)
    assert not found.problems
    assert found.uses[-1].api == "torch.Tensor.shape"


def test_one_of_several_classes_of_torch_by_their_names() -> None:
    code = """
import torch
MAKERS = {"sgd": torch.optim.SGD, "adam": torch.optim.Adam}
def f(name, net: nn.Module):
    optimizer = MAKERS[name](net.parameters(), lr=0.1)
    optimizer.state_dict()
"""
    assert "torch.optim.Optimizer.state_dict" in {use.api for use in analysis(code).uses}


TRACKED = """
import numpy as np
class First(nn.Module):
    def forward(self, x, track=False):
        y = torch.relu(x)
        if track:
            return y, (np.array([1]), 2), np.array([3])
        return y, y
class Second(nn.Module):
    def forward(self, x, track=False):
        y = torch.relu(x)
        if track:
            return y, None, np.array([3])
        return y, torch.abs(y)
class Plain(nn.Module):
    def forward(self, x):
        return torch.relu(x)
def last(net, x, w=None):
    return w.shape, w.sort()
"""


@pytest.mark.parametrize(
    "net", ["First()", "First().to(a) if fast else Second().to(a)", "First() if fast else Plain()"]
)
@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("y, s, w = net(x, track=True)\n    y.sort(), w.sort(), w.shape", ["T.sort"]),
        ("y, z = net(x)\n    y.sort(), z.sort()", ["T.sort", "T.sort"]),
        ("y, s, w = net(x, track=True)\n    w.reshape(2).mean(2), last(net, x, w)", []),
    ],
)
def test_models_that_give_tuples_of_several_lengths_are_told_by_how_these_are_taken_apart(
    net: str, code: str, found: list[str]
) -> None:
    given = TRACKED + f"def f(a, fast, x: torch.Tensor):\n    net = {net}\n    {code}\n"
    assert [one for one in members(given) if one != "M.to"] == found


KINDS = """
from typing import TypeVar, Union
import elsewhere
class Kind: pass
class Whole(Kind): pass
class Half(Kind): pass
T = TypeVar("T", bound=Union[Whole, Half])
"""


@pytest.mark.parametrize("given", ["Union[Whole, Half]", "T", "Whole | Half", "Kind"])
def test_a_function_that_is_declared_to_give_one_of_the_code_s_own_gives_no_tensor(given: str) -> None:
    code = f"def mask(x) -> {given}:\n    return elsewhere.mask(x)\ndef f(x, get):\n    y = mask(x)\n    "
    assert members(KINDS + code + "return y.shape, y.dtype, y.mean(dim=1)\n") == []
    assert members(KINDS + "def f(get):\n    y = get()\n    return y.mean(dim=1)\n") == ["T.mean"]
