"""What a value is, by what it is handed to, what stands in for it, and what is asserted of it later."""

from __future__ import annotations

import pytest
from found_uses import members

LEARNER = """
import numpy as np

class Learner:
    def spread(self, {0}):
        return 1

    def learn(self, both: {1}, turn):
        return turn

    def update(self, kept):
        first, second = kept
        size = first.shape[0]
        self.spread(first)
        assert second.shape == (size,)
        both = first, second
        {2}
        self.learn(both, 1)
"""


@pytest.mark.parametrize(
    ("taken", "several", "between", "found"),
    [
        ("x: torch.Tensor", "tuple[torch.Tensor, ...]", "pass", ["T.shape", "T.shape"]),
        ("x: torch.Tensor", "tuple[torch.Tensor, torch.Tensor]", "pass", ["T.shape", "T.shape"]),
        ("x", "tuple[torch.Tensor, torch.Tensor]", "pass", ["T.shape", "T.shape"]),
        ("x: torch.Tensor", "tuple[np.ndarray, ...]", "pass", ["T.shape"]),
        ("x: torch.Tensor", "tuple[torch.Tensor, torch.Tensor]", "second = turn()", ["T.shape"]),
        ("x: torch.Tensor", "tuple", "pass", ["T.shape"]),
        ("x: np.ndarray", "tuple", "pass", []),
        ("x", "tuple", "pass", []),
    ],
)
def test_what_is_given_where_a_tensor_is_declared(taken: str, several: str, between: str, found: list[str]) -> None:
    assert members(LEARNER.format(taken, several, between)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(net):\n    return getattr(net, 'scale', torch.zeros(1)).mean()", ["T.mean"]),
        ("def f(net):\n    return getattr(net, 'scale', None).mean()", []),
        ("def f(net):\n    return getattr(net, 'scale', 1.0).mean()", []),
    ],
)
def test_what_a_tensor_stands_in_for(text: str, found: list[str]) -> None:
    assert members(text) == found


HELD = """
import numpy as np

class Agent:
    def __init__(self):
        self.net = None

    def step(self, x: torch.Tensor):
        y = self.net({})
        return y.mean()
"""


def test_what_is_none_until_others_set_it_is_called_like_anything_unknown() -> None:
    assert members(HELD.format("x")) == ["T.mean"]
    assert members(HELD.format("'name'")) == []


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("assert x.shape == n\n    assert isinstance(x, torch.Tensor)", ["T.shape"]),
        ("assert x.shape == n\n    assert isinstance(x, np.ndarray)", []),
        ("assert x.shape == n\n    x = n()\n    assert isinstance(x, torch.Tensor)", []),
        (
            "if isinstance(x, np.ndarray):\n        n(x.shape)\n    assert isinstance(x, torch.Tensor)",
            [],
        ),
    ],
)
def test_what_was_read_before_it_was_asserted_to_be_a_tensor(body: str, found: list[str]) -> None:
    assert members(f"import numpy as np\ndef f(env, n):\n    x = env.reset()\n    {body}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(x, n):\n    return n(*x.size())", ["T.size"]),
        ("def f(env, n):\n    x = env.reset()\n    return n(*x.size())", ["T.size"]),
        ("def f(x, n):\n    return n(*x.size)", []),
        ("def f(env, n):\n    x = env.reset()\n    return n(x.size())", []),
    ],
)
def test_a_size_that_is_taken_apart_by_a_call(text: str, found: list[str]) -> None:
    assert members("import numpy as np\n" + text) == [*found]


@pytest.mark.parametrize(
    ("store", "found"),
    [
        ("agent.last[2:4] = x.to(agent.device)", ["T.to"]),
        ("agent.last[:, 2:4] = x.to(agent.device)", ["T.to"]),
        ("agent.last[2] = x.to(agent.device)", ["T.to?"]),
        ("agent.last = x.to(agent.device)", ["T.to?"]),
    ],
)
def test_what_is_moved_into_a_slice_is_no_module(store: str, found: list[str]) -> None:
    assert members(f"def f(agent, pipe):\n    x = pipe.recv()\n    {store}\n") == found


@pytest.mark.parametrize(
    ("declared", "given", "found"),
    [
        ("Tuple[torch.Tensor, ...]", "a, b", ["T.neg"]),
        ("Tuple[torch.Tensor, ...]", "(a, b), (b, a)", []),
        ("Tuple[torch.Tensor, ...]", "a, b.numpy()", ["T.numpy"]),
        ("Tuple[int, ...]", "a, b", []),
        ("torch.Tensor", "a, b", ["T.neg"]),
    ],
)
def test_all_that_are_left_over_are_declared_as_a_whole(declared: str, given: str, found: list[str]) -> None:
    text = f"""
from typing import Tuple
def flip(*parts: {declared}):
    return [x.neg() for x in parts]
def f(a: torch.Tensor, b: torch.Tensor):
    return flip({given})
"""
    assert sorted(members(text)) == found
