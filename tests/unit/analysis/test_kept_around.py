"""Lists and dicts of the module, or of a function around, into which functions put what they are given."""

from __future__ import annotations

import pytest
from found_uses import members

HEAD = "kept, named, words = [], {}, []\n"


@pytest.mark.parametrize(
    "code",
    [
        "def keep():\n    kept.append(torch.ones(1))\nkeep()\n",
        "def keep(x):\n    kept.append(x)\nkeep(torch.ones(1))\n",
        "def keep():\n    kept.extend([torch.ones(1)])\nkeep()\n",
        "def keep():\n    global kept\n    kept += [torch.ones(1)]\nkeep()\n",
        "def keep(net, given, out):\n    kept.append(out.detach())\nnn.Linear(2, 2).register_forward_hook(keep)\n",
        "nn.Linear(2, 2).register_forward_hook(lambda net, given, out: kept.append(out))\n",
        "nn.Linear(2, 2).register_forward_hook(hook := (lambda net, given, out: kept.append(out.detach())))\n",
    ],
)
def test_a_list_of_the_module(code: str) -> None:
    read = "kept[0].data\nfor one in kept:\n    one.T\n"
    assert [one for one in members(f"{HEAD}{code}{read}") if one in ("T.data", "T.T")] == ["T.data", "T.T"]


def test_a_dict_of_the_module() -> None:
    code = """
def hook(name):
    def keep(net, given, out):
        named[name] = out.detach()
    return keep
nn.Linear(2, 2).register_forward_hook(hook("first"))
named["first"].data
"""
    assert members(HEAD + code)[-1] == "T.data"


def test_who_reads_before_it_is_filled_reads_again() -> None:
    code = "def read():\n    kept[0].data\nread()\ndef keep():\n    kept.append(torch.ones(1))\nkeep()\n"
    assert members(HEAD + code) == ["T.data"]


def test_what_is_nothing_of_torch() -> None:
    code = """
def keep(x):
    words.append(x)
    named[x] = len(x)
keep("text")
words[0].data
named["text"].data
nn.Linear(2, 2).apply(lambda net: words.append(net))
"""
    assert members(HEAD + code) == ["M.apply"]


def test_a_variable_of_its_own_is_another() -> None:
    code = "def keep():\n    kept = []\n    kept.append(torch.ones(1))\n    kept[0].data\nkeep()\nkept[0].data\n"
    assert members(HEAD + code) == ["T.data"]


@pytest.mark.parametrize("given", ["torch.ones(1), 'text'", "torch.ones(1), *['text']"])
def test_arguments_in_a_row(given: str) -> None:
    code = f"def f(*parts):\n    parts[0].data\n    parts[1].data\n    x, y = parts\n    x.T\n    y.T\nf({given})\n"
    exact = "*" not in given
    assert members(code) == (["T.data", "T.T"] if exact else [])


def test_arguments_in_a_row_are_handed_on() -> None:
    code = (
        "def g(x, name):\n    x.data\n    name.data\ndef f(*parts):\n    return g(*parts)\nf(torch.ones(1), 'text')\n"
    )
    assert members(code) == ["T.data"]
