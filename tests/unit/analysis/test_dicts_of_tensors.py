"""What tensordict's dicts hold: they have the methods of a tensor, and are none."""

from __future__ import annotations

import pytest
from found_uses import members

HEAD = "from tensordict import TensorDict, TensorDictBase\n"


@pytest.mark.parametrize(
    "line",
    [
        "td = TensorDict({'a': torch.ones(2)}, [2])",
        "td = TensorDict({}, [2]).to('cpu').reshape(-1)[0]['next'].unbind(0)[1]",
        "def f(td: TensorDictBase): pass",
        "td = next(collector)",
        "for td in collector: pass",
    ],
)
@pytest.mark.parametrize("name", ["td", "next_td", "tensordict", "tensordict_out"])
def test_such_a_dict_is_no_tensor(line: str, name: str) -> None:
    use = "td.shape\ntd.reshape(-1).unsqueeze(0)\ntd.ndim\ntd.numel()\ntd.to('cuda').device\ntd[0].view(-1)\ntd.data.detach()\n"
    if line.startswith("def"):
        line, use = line.removesuffix(" pass"), "    " + use.replace("\n", "\n    ") + "\n"
    assert members(HEAD + f"{line}\n{use}".replace("td", name)) == []


@pytest.mark.parametrize(
    "value",
    [
        "td['action']",
        "td['next', 'reward']",
        "td[f'{name}_loss']",
        "td[self.done_key]",
        "td.get('loss')",
        "td[0].clone()['a']",
        "[value for value in td.values()][0]",
        "[value for key, value in td.items()][0]",
    ],
)
def test_its_parts_are_tensors(value: str) -> None:
    assert members(HEAD + f"def f(self, td: TensorDict):\n    {value}.sum(-1).mean()") == ["T.sum", "T.mean"]


def test_what_stands_under_a_name_is_a_tensor_and_what_under_a_number_is_none() -> None:
    groups = "def f(td: TensorDict, groups: dict[str, list[str]], kind: str, n: int):\n"
    read = "    for name in groups[kind]:\n        td[name].shape, td[n].shape, td['a', kind].ndim, td[kind, n].ndim"
    assert members(HEAD + groups + read) == ["T.shape", "T.ndim"]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import tensordict\ndef f(td_error):\n    td_error.unsqueeze(0)", ["T.unsqueeze"]),
        ("def f(td):\n    td.unsqueeze(0)", ["T.unsqueeze"]),
        ("import torchrl\ndef f(td):\n    td.unsqueeze(0)", []),
    ],
)
def test_a_name_says_so_only_beside_the_library(code: str, found: list[str]) -> None:
    assert members(code) == found
