"""Attributes that are lists or dicts at first, of which a Module is made then."""

from __future__ import annotations

import textwrap

import pytest
from found_uses import members

_NET = """
class Net(nn.Module):
    def __init__(self, sizes):
        super().__init__()
{}

    def forward(self, x):
        {}
"""


def check_members(init: str, use: str, expected: list[str]) -> None:
    assert members(_NET.format(textwrap.indent(textwrap.dedent(init).strip(), " " * 8), use)) == expected


@pytest.mark.parametrize(
    ("made", "use", "expected"),
    [
        ("nn.ModuleList(self.parts)", "self.parts[0].weight", ["torch.nn.Linear.weight"]),
        ("nn.Sequential(*self.parts)", "self.parts[0].weight", ["torch.nn.Linear.weight"]),
        ("nn.ModuleList(self.parts)", "self.parts.append(nn.ReLU())", ["torch.nn.ModuleList.append"]),
        ("nn.Sequential(*self.parts)", "self.parts.append(nn.ReLU())", ["torch.nn.Sequential.append"]),
        ("nn.Sequential(*self.parts)", "return self.parts(torch.abs(x)).sum()", ["T.sum"]),
        # look-alikes: it stays a list
        ("tuple(self.parts)", "self.parts.append(nn.ReLU())", []),
    ],
)
def test_a_list_is_a_list_until_a_module_is_made_of_it(made: str, use: str, expected: list[str]) -> None:
    init = "self.parts = []\nfor size in sizes:\n    self.parts.append(nn.Linear(size, size))\n"

    check_members(f"{init}self.parts = {made}", use, expected)
    check_members(f"self.parts = [nn.Linear(1, size) for size in sizes]\nself.parts = {made}", use, expected)
    check_members(f"self.parts = []\nself.parts += [nn.Linear(1, 2)]\nself.parts = {made}", use, expected)


def test_a_dict_is_a_dict_until_a_module_is_made_of_it() -> None:
    init = "self.parts = {}\nfor size in sizes:\n    self.parts[size] = nn.Linear(1, 2)\nself.parts.items()\n"

    check_members(init, "self.parts.values()", [])
    made = init + "self.parts = nn.ModuleDict(self.parts)"
    check_members(made, "self.parts['a'].weight", ["torch.nn.Linear.weight"])
    check_members(made, "self.parts.values()", ["torch.nn.ModuleDict.values"])


def test_a_list_that_another_method_has_made() -> None:
    build = (
        "self.parts.append(nn.Linear(1, 2))\n        self.parts = {}(self.parts)\n    def more(self):\n        self.{}"
    )

    for made, use, expected in [
        ("nn.ModuleList", "parts[0].weight", ["torch.nn.Linear.weight"]),
        ("nn.ModuleList", "parts.append(nn.ReLU())", ["torch.nn.ModuleList.append"]),
        ("checked", "parts.append(nn.ReLU())", []),
    ]:
        check_members("self.parts = []", build.format(made, use), expected)


@pytest.mark.parametrize(
    "init",
    [
        "self.parts = nn.ModuleList()\nself.parts.append(nn.ReLU())",
        "self.parts = []\nself.parts = nn.ModuleList(self.parts)\nself.parts.append(nn.ReLU())",
        "if sizes:\n    self.parts = []\nelse:\n    self.parts = nn.ModuleList()\nself.parts.append(nn.ReLU())",
        "self.parts = []\nself.fill()\nself.parts.append(nn.ReLU())",
        "self.other = []\nself.parts = nn.ModuleList(self.other)\nself.parts.append(nn.ReLU())",
    ],
)
def test_what_may_be_a_module_already_is_one(init: str) -> None:
    fill = "return self.parts\n    def fill(self):\n        self.parts = nn.ModuleList()"

    check_members(init, fill, ["torch.nn.ModuleList.append"])


_DATA = """
import numpy as np
class Data:
    def __init__(self, path):
        self.x = np.load(path)
        {between}
        self.x = {made}

    def prepare(self):
        return self.x.mean()

    def get(self, i):
        return self.x[i].shape
"""


@pytest.mark.parametrize(
    "made", ["torch.from_numpy(self.x)", "torch.tensor(self.x).float()", "torch.FloatTensor(np.array(self.x))"]
)
def test_what_the_constructor_makes_a_tensor_of_is_one_for_others(made: str) -> None:
    found = members(_DATA.format(between="self.x.mean()", made=made))

    assert [one for one in found if one != "T.float"] == ["T.mean", "T.shape"]


@pytest.mark.parametrize(
    ("between", "made", "found"),
    [
        ("pass", "(self.x.half() / 255).permute(0, 3, 1, 2)", ["T.half", "T.permute", "T.shape"]),
        ("self.y.close()", "(1 - self.x).unsqueeze(0)", ["T.unsqueeze", "T.shape"]),
        # a Module has it as well, it is asked of another, others may have seen what it was
        ("pass", "self.x.to(device)", ["T.to"]),
        ("pass", "self.y.unsqueeze(0)", ["T.unsqueeze"]),
        ("self.fill()", "(1 - self.x).unsqueeze(0)", ["T.unsqueeze"]),
    ],
)
def test_what_the_constructor_asks_for_what_only_tensors_have(between: str, made: str, found: list[str]) -> None:
    text = f"""
import numpy as np
class Data:
    def __init__(self, parts, device):
        self.x, self.y = parts["x"], parts["y"]
        {between}
        self.x = {made}

    def fill(self):
        pass

    def size(self):
        return self.x.shape
"""
    assert [one for one in members(text) if not one.endswith("?")] == found


@pytest.mark.parametrize(
    ("between", "made"),
    [
        ("self.prepare()", "torch.from_numpy(self.x)"),  # which sees the array
        ("super().__init__()", "torch.from_numpy(self.x)"),
        ("pass", "torch.from_numpy(other)"),
        ("pass", "other.from_numpy(self.x)"),
    ],
)
def test_unless_others_may_have_seen_what_it_was(between: str, made: str) -> None:
    assert members(_DATA.format(between=between, made=made)) == []


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ("if stack:\n            self.x = torch.stack(self.x)", ["T.mean", "T.shape"]),
        ("if stack:\n            self.x = torch.stack(self.x)\n        else:\n            self.x = np.ones(3)", []),
    ],
)
def test_a_list_or_a_tensor_by_a_flag_has_what_only_a_tensor_has(more: str, found: list[str]) -> None:
    text = f"""
import numpy as np
class Data:
    def __init__(self, parts, stack):
        self.x = []
        for _ in parts:
            self.x += [torch.ones(3)]
        {more}

def f(parts):
    data = Data(parts, True)
    data.x.mean()
    data.x.shape
"""
    assert members(text) == found


@pytest.mark.parametrize("between", ["if path: return", "if path: raise ValueError(path)"])
def test_a_list_that_may_stay_one(between: str) -> None:
    text = _DATA.replace("np.load(path)", "[]").format(
        between=f"self.x += [1]\n        {between}", made="torch.tensor(self.x)"
    )

    assert "T.sort" not in members(text.replace("self.x.mean()", "self.x.sort()"))


FILLED = """
import numpy as np
import cv2
import torch


class Kept:
    def __init__(self):
        self.all = []

    def put(self, one):
        self.all.append(one.made)

    def start(self, x):
        self.all.append({given})

    def use(self, i):
        return self.all[i].shape
"""


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("torch.relu(x)", ["T.shape"]),
        ("256", []),
        ("np.zeros(3)", []),
        ("x.other", []),
        ("[torch.relu(x)]", []),
    ],
)
def test_a_list_that_one_place_puts_tensors_into_likely_holds_them(given: str, found: list[str]) -> None:
    assert [one for one in members(FILLED.format(given=given)) if one == "T.shape"] == found
