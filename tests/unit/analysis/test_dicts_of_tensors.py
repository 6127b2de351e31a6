"""What tensordict's dicts hold: they have the methods of a tensor, and are none."""

from __future__ import annotations

from pathlib import Path

import pytest
from found_uses import NO_ROWS, members

from mindport.analysis.analyze import analyze
from mindport.semantics.project import ProjectFiles
from mindport.syntax.source import read_source

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


def test_what_is_made_of_a_tensor_or_such_a_dict_is_again_one_of_the_two() -> None:
    code = "def f(x: torch.Tensor | TensorDict, mask):\n    y = x.transpose(1, 0)[mask]\n    y.view(-1), y.detach(), y.device"
    assert members(HEAD + "import torch\n" + code) == []


def test_such_a_dict_of_another_file_stays_one_where_something_unknown_is_put(tmp_path: Path) -> None:
    (tmp_path / "kept.py").write_text(
        HEAD + "class Batch:\n    def __init__(self, seen: TensorDict | None = None):\n        self.seen = seen\n",
        "utf-8",
    )
    path = tmp_path / "use.py"
    path.write_text(
        "import torch\nfrom kept import Batch\ndef f(b: Batch, g):\n    b.seen, _ = g(b)\n    b.seen.detach()\n",
        "utf-8",
    )
    uses = analyze(read_source(path), NO_ROWS, ProjectFiles(NO_ROWS, tmp_path)).uses
    assert [one.api for one in uses if one.api.startswith("torch.Tensor")] == []
