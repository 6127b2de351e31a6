"""How often functions are walked: again only when something that they read has changed."""

from __future__ import annotations

from found_uses import NO_ROWS

from mindport.semantics.receivers import infer
from mindport.syntax.source import SourceFile

HEAD = "import torch\nfrom torch import nn\n"


def _runs(text: str) -> dict[str, int]:
    """How often each function was walked."""
    flow = infer(SourceFile.parse(HEAD + text), NO_ROWS).walked
    assert flow is not None
    return {function.name: function.runs for function in flow.functions}


def _members(text: str) -> set[str]:
    found = infer(SourceFile.parse(HEAD + text), NO_ROWS).resolutions
    return {one.api for one in found if one.certainty != "guessed"}


def test_functions_that_call_each_other_are_walked_once() -> None:
    text = """
class Net(nn.Module):
    def __init__(self, width: int):
        self.width = width
        self.layer = nn.Linear(width, width)

    def forward(self, x: torch.Tensor):
        return self.first(x) + self.second(x)

    def first(self, x: torch.Tensor):
        return self.second(x).view(self.width)

    def second(self, x: torch.Tensor):
        return self.layer(x)

def make():
    return Net(3).forward(torch.ones(3))
"""
    assert _runs(text) == dict.fromkeys(["__init__", "forward", "first", "second", "make"], 1)


def test_an_attribute_that_nobody_read_is_no_news() -> None:
    text = """
class Net(nn.Module):
    def __init__(self):
        self.size = 3

    def forward(self, x: torch.Tensor):
        return x[: self.size]

    def reset(self, other):
        self.cache = other.size
"""
    assert _runs(text)["forward"] == 1


def test_what_is_read_before_it_is_set_is_read_again() -> None:
    text = """
class Keeper:
    def show(self):
        return self.kept.expand(3)

    def keep(self):
        self.kept = torch.ones(3)

def run(keeper: Keeper):
    keeper.show()
    keeper.keep()
"""
    assert "torch.Tensor.expand" in _members(text)
    assert _runs(text) == {"show": 2, "keep": 1, "run": 2}


def test_what_a_later_call_gives_is_taken_up() -> None:
    text = """
def halve(x):
    return x.half()

def unsure(x):
    return halve(x)

def sure():
    return halve(torch.ones(3)).half()
"""
    assert "torch.Tensor.half" in _members(text)


def test_a_call_that_gives_what_the_annotation_says_is_no_news() -> None:
    text = """
def halve(x: torch.Tensor):
    return x.half()

halve(torch.ones(3))

def use():
    halve(torch.zeros(3))
    halve(None)
"""
    assert _runs(text)["halve"] == 1


def test_a_late_call_that_makes_no_other_parameter_is_no_news() -> None:
    text = """
def scale(x: torch.Tensor, by=2):
    return x * by

def first(x):
    return scale(x)

def second(x):
    return scale(x, 4)

def third(x):
    return scale(x, by=x.mean(1))
"""
    assert _runs(text.split("def third")[0])["scale"] == 1
    assert _runs(text)["scale"] == 2


def test_a_tuple_that_a_loop_makes_longer_holds_what_each_turn_adds() -> None:
    text = """
def run(x: torch.Tensor, layers):
    states = ()
    for layer in layers:
        if len(states) > 2:
            states[0].half()
        states = states + (x,)
    return states[-1].expand(3)
"""
    assert {"torch.Tensor.expand", "torch.Tensor.half"} <= _members(text)
    assert "torch.Tensor.expand" in _members(
        text.replace("        if len(states) > 2:\n            states[0].half()\n", "")
    )
