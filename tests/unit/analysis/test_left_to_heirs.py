"""A method that is inherited, and gives what one of its heir's own does."""

from __future__ import annotations

import ast

import pytest
from found_uses import members

from mindport.semantics.delegation import left_to

ENVIRONMENTS = """
import numpy as np
class Env:
    def step(self, action):
        self.begin(action)
        return self.wait()
    def wait(self):
        raise NotImplementedError
    def begin(self, action): ...
class Arrays(Env):
    def wait(self):
        return np.zeros(3), np.ones(3)
class Tensors(Env):
    def wait(self):
        return torch.zeros(3), torch.ones(3)
class More(Tensors):
    pass
"""
LAYERS = """
class Base(nn.Module):
    def forward(self, x, y=None):
        if y is None:
            return self.run(x)
        return self.run(x)
    def run(self, x):
        raise NotImplementedError
class Parts(Base):
    def run(self, x):
        return {"a": torch.ones(2)}, 1
class Whole(Base):
    def run(self, x):
        return torch.ones(1)
"""


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("a, b = Tensors().step(1)\na.sum(), b.sum()", ["T.sum", "T.sum"]),
        ("a, b = More().step(1)\na.sum(), b.sum()", ["T.sum", "T.sum"]),
        ("a, b = Arrays().step(1)\na.sum(), b.sum()", []),
    ],
)
def test_the_method_of_the_objects_own_class_says_what_comes_back(code: str, found: list[str]) -> None:
    assert members(ENVIRONMENTS + code) == found


def test_so_it_is_with_what_a_module_runs() -> None:
    code = "def f(x):\n    return Parts()(x)[0]['a'].sum(), Whole()(x).sum(), Parts().forward(x)[0]['a'].abs()\n"
    assert members(LAYERS + code) == ["T.sum", "T.sum", "T.abs"]


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ("return self.run(x)", "run"),
        ("if x:\n        return self.run(x)\n    return self.run(1)", "run"),
        ("def g():\n        return 1\n    return self.run(x)", "run"),
        ("if x:\n        return self.other(x)\n    return self.run(x)", ""),
        ("if x:\n        return None\n    return self.run(x)", ""),
        ("return [self.run(x)]", ""),
        ("return x.run(self)", ""),
        ("self.run(x)", ""),
    ],
)
def test_a_method_leaves_to_another_all_that_it_gives(body: str, name: str) -> None:
    (function,) = ast.parse(f"def f(self, x):\n    {body}\n").body
    assert isinstance(function, ast.FunctionDef)
    assert left_to(function) == name


TRAINED = """
class Detector(nn.Module):
    def forward(self, x, targets=None):
        if self.training:
            return {"loss": torch.sum(x)}
        return [{"boxes": torch.neg(x)}]
"""


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (
            "losses = net(x)\n    return [v.item() for v in losses.values()], losses['loss'].backward()",
            ["T.item", "T.backward"],
        ),
        ("return [one['boxes'].abs() for one in net(x)], net(x)[0]['boxes'].exp()", ["T.abs", "T.exp"]),
        ("one, = net(x)\n    return one['boxes'].abs()", ["T.abs"]),
        ("return net(x).append(1), net(x).pop(), net(x).shape", []),
    ],
)
def test_a_dict_in_training_and_a_list_otherwise(code: str, found: list[str]) -> None:
    assert members(TRAINED + f"net = Detector()\ndef f(x):\n    {code}\n") == ["M.training", *found]


@pytest.mark.parametrize(
    ("raised", "found"),
    [("NotImplementedError", ["T.data"]), ("NotImplementedError()", ["T.data"]), ("ValueError(x)", [])],
)
def test_a_function_that_turns_nothing_into_something_else(raised: str, found: list[str]) -> None:
    text = f"def to_thing(x):\n    raise {raised}\ndef f(y):\n    return to_thing(torch.neg(y)).data\n"
    assert members(text) == found
