"""Tests of torch's version: only the branch that runs with the version that is known tells what a name is."""

from __future__ import annotations

from pathlib import Path

import pytest
from found_uses import analysis, apis, members

from mindport.engine import Engine, Settings
from mindport.semantics.torch_names import VERSION
from mindport.verify.environment import TESTED

HEAD = """import importlib.metadata
import re, sys
import packaging.version
from packaging import version
from packaging.version import parse, Version
from distutils.version import LooseVersion
import torch, torchvision
from torch import nn
"""
HOLDING = [
    "torch.__version__ >= '1.9'",
    "torch.__version__ >= '2.2'",
    "torch.__version__ > (1, 8)",
    "'1.9' <= torch.__version__",
    "'1.9' <= torch.__version__ < '3'",
    "torch.__version__ != 'tuned'",
    "torch.__version__ not in ('1.4.0', '1.5.0')",
    "not torch.__version__.startswith('0')",
    "not torch.__version__.startswith(('0.', '1.'))",
    "torch.__version__[0] == '2'",
    "torch.__version__[:3] != '0.4'",
    "float(torch.__version__[:3]) > 1.4",
    "version.parse(torch.__version__) >= version.parse('1.2')",
    "packaging.version.parse(torch.__version__) >= packaging.version.parse('2.13')",
    "parse(torch.__version__).release >= (1, 9)",
    "Version(torch.__version__).major > 1",
    "LooseVersion(torch.__version__) > LooseVersion('1.8.1')",
    "LooseVersion(torch.__version__.split('+')[0]) > LooseVersion('1.8.1')",
    "LooseVersion(torch.__version__) > '1.8.1'",
    "version.parse(torch.__version__.rstrip('+cpu')) >= version.parse('1.2')",
    "version.parse(torch.__version__.removesuffix('+cpu')) >= version.parse('1.2')",
    "int(torch.__version__.split('.')[0]) >= 1",
    "tuple(int(x) for x in torch.__version__.split('.')[:2]) >= (1, 8)",
    "[int(x) for x in torch.__version__.split('.')[:2]] >= [1, 8]",
    "tuple(map(int, torch.__version__.split('+')[0].split('.'))) >= (2, 13)",
    "int(torch.__version__.split('.')[0]) * 100 + int(torch.__version__.split('.')[1]) >= 180",
    "sys.argv and torch.__version__ < '1' or torch.__version__ > '1'",
    "not (torch.__version__ < '1' and wide)",
    "torch.version.__version__ > '1'",
    "LooseVersion(torch.__version__).version >= [1, 9]",
    "version.parse(importlib.metadata.version('torch')) >= version.parse('2.0')",
    "version.parse(version.parse(torch.__version__).base_version) > version.parse('2.0')",
    "tuple(int(v) for v in re.match(r'(\\d+)\\.(\\d+)', torch.__version__).groups()) >= (1, 10)",
    "int(re.search(r'^(\\d+)', torch.__version__).group(1)) > 1",
    "re.match(r'[\\d.]+', torch.__version__).group() != '1.9.0'",
    "version.parse(importlib.metadata.version('torchvision')) >= version.parse('0.17')",
    "version.parse(torchvision.__version__) > version.parse('0.7')",
    "int(torchvision.__version__.split('.')[1]) > 7",
    "hasattr(nn, 'SiLU')",
    "hasattr(torch.nn.functional, 'silu') and hasattr(torch, 'compile')",
]
OPEN = [
    "wide",
    "hasattr(nn, 'Mine')",
    "hasattr(nn, wide)",
    "hasattr(wide, 'SiLU')",
    "hasattr(sys, 'SiLU')",
    "torch.hasattr(nn, 'SiLU')",
    "hasattr(torch, 'compile') and wide",
    "torch.__version__.endswith('cpu')",
    "'cu' in torch.__version__",
    "torch.__version__ == '2.13.0'",
    "torch.__version__ > '2.13.0'",
    "torch.__version__.startswith('2.13.0+cpu')",
    "version.parse(torch.__version__.rstrip('.0')) >= version.parse('1.2')",
    "torch.__version__ >= minimum",
    "tuned.__version__ >= '1.9'",
    "version.parse(tuned.__version__) >= version.parse('1.9')",
    "version.parse('1.9') >= version.parse('1.2')",
    "torch.__version__ >= '1.9' and wide",
    "torch.version.cuda >= '11'",
    "'1.9' >= '1.2'",
    "True",
    "int(torch.__version__.split('.')[2]) >= 0",
    "count(torch.__version__) >= 3",
    "version.parse(importlib.metadata.version('tuned')) >= version.parse('2.0')",
    "version.parse(tuned.version('torch')) >= version.parse('2.0')",
    "sys.version_info >= (3, 9)",
    "re.match(r'(\\d+', torch.__version__).group(1) == '2'",
    "re.match(r'2{99999999999}', torch.__version__).group() == '2'",
    "re.match(r'(\\d+)', tuned.__version__).group(1) == '2'",
    "re.match(wide, torch.__version__).group(1) == '2'",
    "re.match(r'x', torch.__version__).group(1) == '2'",
    "float(torchvision.__version__[:3]) < 0.7",
]


def test_a_version_that_is_read_in_one_of_two_ways() -> None:
    read = "if {0}.endswith('+cpu'):\n    v = version.parse({0}.rstrip('+cpu'))\nelse:\n    v = version.parse({0})\n"
    used = "if v < version.parse('2.8'):\n    layer = nn.Linear\nelse:\n    layer = nn.Conv2d\nlayer(3, 4)\n"
    found = apis(HEAD + read.format("torch.__version__") + used)
    assert [api for api in found if api.startswith("torch.nn.")] == [
        "torch.nn.Linear",
        "torch.nn.Conv2d",
        "torch.nn.Conv2d",
    ]


@pytest.mark.parametrize("test", HOLDING)
def test_a_test_of_torchs_version_decides(test: str) -> None:
    body = f"if {test}:\n    layer = nn.Linear\nelse:\n    layer = nn.Conv2d\nlayer(3, 4)\n"
    other = f"layer = nn.Conv2d if not ({test}) else nn.Linear\nlayer(3, 4)\n"

    assert apis(HEAD + body)[-1] == apis(HEAD + other)[-1] == "torch.nn.Linear", test
    assert len([api for api in apis(HEAD + body) if api.startswith("torch.nn.")]) == 3


@pytest.mark.parametrize("test", OPEN)
def test_any_other_test_leaves_both_branches(test: str) -> None:
    body = f"if {test}:\n    layer = nn.Linear\nelse:\n    layer = nn.Conv2d\nlayer(3, 4)\n"

    assert [api for api in apis(HEAD + body) if api.startswith("torch.nn.")] == ["torch.nn.Linear", "torch.nn.Conv2d"]


@pytest.mark.parametrize(
    ("before", "test"),
    [
        ("TORCH = torch.__version__", "TORCH == 'tuned'"),
        ("TORCH = torch.__version__", "TORCH < '1'"),
        ("OLD = torch.__version__ < '1'", "OLD"),
        ("MAJOR, MINOR = map(int, torch.__version__.split('.')[:2])", "MAJOR < 1 or MAJOR == 1 and MINOR < 8"),
        ("MAJOR = int(torch.__version__.split('.')[0])", "MAJOR == 0"),
        ("def old():\n    return torch.__version__ < '1'", "old()"),
        (
            "def to_version(text):\n    return [int(x) for x in text.split('.')]",
            "to_version(torch.__version__) < to_version('1.8')",
        ),
    ],
)
def test_what_is_made_of_the_version_is_followed(before: str, test: str) -> None:
    body = f"{before}\ndef f():\n    if {test}:\n        layer = nn.Linear\n    else:\n        layer = nn.Conv2d\n    layer(3, 4)\n"

    assert apis(HEAD + body)[-1] == "torch.nn.Conv2d"


def test_a_variable_that_is_given_another_value_is_not_the_version() -> None:
    text = "v = torch.__version__\nif wide:\n    v = load()\nif v < '1':\n    a = nn.Linear\nelse:\n    a = nn.Conv2d\na(1)\n"

    assert apis(HEAD + text)[-1] == "torch.nn.Conv2d"
    assert apis(HEAD + text).count("torch.nn.Conv2d") == 1


def test_both_branches_are_reported() -> None:
    text = """
    if torch.__version__ < '1':
        def f(x: torch.Tensor):
            return x.unsqueeze(0)
        class Net(nn.Module):
            def forward(self, x):
                y = torch.relu(x)
                return y.view(1)
        raise ValueError(torch.cat([]).sum())
    elif torch.__version__ < '3':
        torch.ones(1).mean()
    else:
        torch.ones(1).median()
    """

    assert members(text) == ["T.unsqueeze", "T.view", "T.sum", "T.mean", "T.median"]


def test_what_an_idle_branch_sets_or_returns_does_not_count() -> None:
    text = """
    import mine
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            if torch.__version__ < '1':
                self.norm = mine.Norm()
                self.only = torch.ones(1)
                self.only.sum()
            else:
                self.norm = nn.BatchNorm2d(3)
        def made(self):
            if torch.__version__ < '1':
                return mine.make()
            return torch.ones(2)
        def forward(self, x: torch.Tensor):
            self.norm.weight.sum()
            self.made().mean()
            self.norm(x).view(1)
    """

    assert members(text) == ["T.sum", "torch.nn.BatchNorm2d.weight", "T.sum", "T.mean", "T.view"]


def test_a_loop_is_left_only_where_code_runs() -> None:
    text = """
    import mine
    def f():
        x = torch.ones(1)
        for i in range(3):
            x.sum()
            if torch.__version__ < '1':
                x = mine.load()
                continue
            x = x + 1
        x.mean()
    """

    assert members(text) == ["T.sum", "T.mean"]


def test_what_only_an_idle_branch_binds_stays_what_it_is() -> None:
    text = "if torch.__version__ < '1':\n    layer = nn.Linear\nprint()\nif torch.__version__ < '1':\n    layer(3, 4)\n"

    assert apis(HEAD + text)[-1] == "torch.nn.Linear"


def test_other_files_of_the_project_see_the_branch_that_runs(tmp_path: Path) -> None:
    files = {
        "pyproject.toml": "",
        "kinds.py": "import torch\nVERSION = torch.__version__\n",
        "norms.py": "import functools, torch\nfrom kinds import VERSION\n"
        "if VERSION.startswith('0'):\n    from other import make\n    Norm = functools.partial(make)\n"
        "else:\n    from torch.nn import SyncBatchNorm as Norm\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    text = "import torch\nfrom norms import Norm\nfrom kinds import VERSION\nNorm(3)\nif VERSION < '1':\n    f = 1\nelse:\n    f = torch.relu\nf(3)\n"

    found = Engine().analyze(text, tmp_path / "a.py").uses

    assert [use.api for use in found] == ["torch.nn.SyncBatchNorm", "torch.relu", "torch.relu"]


def test_the_version_is_the_one_that_is_tested_with() -> None:
    pins = (Path(__file__).resolve().parents[3] / "pyproject.toml").read_text("utf-8")

    assert TESTED["torch"] == VERSION
    assert f'"torch=={VERSION}"' in pins
    assert analysis("import torch\n").problems == ()


def test_what_another_function_asks_of_the_version_makes_no_difference(tmp_path: Path) -> None:
    (tmp_path / "old.py").write_text("import torch\n\ndef is_new():\n    return torch.__version__ >= '1.9'\n", "utf-8")
    text = "import torch\nimport old\n\ndef f(x: torch.Tensor, n):\n    new = old.is_new()\n"
    text += "    y = 'a'\n    if new or n:\n        y = x\n    return y.mean()\n"
    (tmp_path / "main.py").write_text(text, "utf-8")

    uses = Engine(Settings()).analyze(text, tmp_path / "main.py").uses

    assert [use.api for use in uses if use.api.endswith(".mean")] == ["torch.Tensor.mean"]


@pytest.mark.parametrize(
    ("test", "found"),
    [
        ("hasattr(nn, 'SiLU')", ["torch.nn.SiLU"]),
        ("not hasattr(nn, 'Mine') or not hasattr(nn, 'SiLU')", []),
        ("hasattr(nn, 'Mine')", []),
        ("not hasattr(nn, 'SiLU')", []),
    ],
)
def test_a_name_that_torch_is_asked_for_is_there(test: str, found: list[str]) -> None:
    body = f"if {test}:\n    Swish = nn.SiLU\nelse:\n    class Swish(nn.Module):\n        pass\n\nact = Swish()\n"

    calls = [use for use in analysis("from torch import nn\n" + body).uses if use.role.value == "call"]
    assert [use.api for use in calls if use.api == "torch.nn.SiLU"] == found
