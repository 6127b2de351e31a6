"""Variables and fields that say what they hold, and begin empty; one of several of torch's functions."""

from __future__ import annotations

import pytest
from found_uses import members

HEAD = "from dataclasses import dataclass, field\nfrom typing import Dict, List, Optional, Tuple\n"


@pytest.mark.parametrize(
    ("declared", "used"),
    [
        ("List[torch.Tensor] = []", "{x}[0].data"),
        ("list[torch.Tensor] = []", "for one in {x}:\n    one.data"),
        ("Dict[str, torch.Tensor] = {}", "{x}['a'].data"),
        ("dict[str, torch.Tensor] = dict()", "for name, one in {x}.items():\n    one.data\n    name.data"),
        ("Optional[List[torch.Tensor]] = None", "{x}[0].data"),
        ("Optional[Tuple[torch.Tensor, int]] = None", "{x}[0].data\n{x}[1].data"),
    ],
)
def test_what_begins_empty_holds_what_it_is_declared_to(declared: str, used: str) -> None:
    assert members(f"{HEAD}x: {declared}\n{used.format(x='x')}") == ["T.data"]
    cls = f"class Held:\n    x: {declared}\ndef f(held: Held):\n"
    assert members(HEAD + cls + "    " + used.format(x="held.x").replace("\n", "\n    ")) == ["T.data"]


def test_fields_with_factories() -> None:
    code = """
@dataclass
class Held:
    parts: List[torch.Tensor] = field(default_factory=list)
    named: Dict[str, torch.Tensor] = field(default_factory=dict)
    sizes: List[int] = field(default_factory=list)
def f(held: Held):
    held.parts[0].data
    held.named["a"].data
    held.sizes[0].data
"""
    assert members(HEAD + code) == ["T.data", "T.data"]


def test_what_is_put_in_counts_where_it_says_more() -> None:
    assert members(
        f"{HEAD}x: List[object] = [torch.ones(1)]\nx[0].data\ny: list = []\ny.append(torch.ones(1))\ny[0].data"
    ) == [
        "T.data",
        "T.data",
    ]


@pytest.mark.parametrize(
    "function",
    [
        "F.relu if name else F.gelu",
        "torch.sigmoid if name else (lambda x: x * 2)",
        "{'a': F.relu, 'b': torch.tanh, 'c': lambda x: x.abs()}[name]",
        "[torch.sin, torch.cos][name]",
    ],
)
def test_one_of_several_functions_of_torch(function: str) -> None:
    code = f"def f(name, x: torch.Tensor):\n    function = {function}\n    function(x).data\n"
    assert [one for one in members(code) if one != "T.abs"] == ["T.data"]


def test_functions_that_give_different_things() -> None:
    code = "def f(name, x: torch.Tensor):\n    function = torch.sin if name else torch.numel\n    function(x).real\n"
    assert [one for one in members(code) if one != "T.real?"] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "def f(p, x: torch.Tensor = None):\n    if x is None:\n        x = embed(p)\n    return x.size(1)",
            ["T.size"],
        ),
        (
            "def f(p, x: torch.Tensor, y: torch.Tensor):\n    x, y = encode(p)\n    return x.shape, y.shape",
            ["T.shape"] * 2,
        ),
        ("def f(p, x: torch.Tensor):\n    x = step(p)[0]\n    return x.shape", ["T.shape"]),
        ("def f(p, x: torch.Tensor, y):\n    y = embed(p)\n    return y.shape", []),
        ("def f(x: torch.Tensor):\n    x = to_numpy(x)\n    return x.shape", []),
        ("def f(x: torch.Tensor):\n    x = decode_images(x)\n    return x.shape", []),
        ("def f(p, x: torch.Tensor):\n    x = p.pictures\n    return x.shape", []),
        ("def f(p, x: list[torch.Tensor]):\n    x = embed(p)\n    return x.shape", []),
        ("def f(p, x: torch.Tensor | np.ndarray):\n    x = embed(p)\n    return x.shape", []),
    ],
)
def test_what_a_parameter_is_given_later(text: str, found: list[str]) -> None:
    """An annotation holds for the whole function."""
    assert members(text) == found
