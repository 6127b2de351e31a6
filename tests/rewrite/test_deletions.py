"""``del`` of names that imports of torch bind."""

from __future__ import annotations

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_ENGINE = Engine(Settings(target=Target.CPU))


def _migrated(text: str) -> str:
    """The result, of which a second pass makes the same."""
    made = _ENGINE.migrate_text(text).text
    assert _ENGINE.migrate_text(made).text == made
    return made


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("import torch\nx = torch.ones(1)\ndel torch\n", "from mindspore import mint\nx = mint.ones(1)\n"),
        (
            "import torch\nx = torch.ones(1)\ndel torch  # unused\n",
            "from mindspore import mint\nx = mint.ones(1)\n# unused\n",
        ),
        (
            "import torch as t, os\nx = t.ones(1)\ndel os, t\n",
            "import os\nfrom mindspore import mint\nx = mint.ones(1)\ndel os\n",
        ),
        (
            "from torch import nn\nif x:\n    net = nn.Linear(2, 3)\n    y = 1\n    del nn\n",
            "from mindspore import mint\nif x:\n    net = mint.nn.Linear(2, 3)\n    y = 1\n",
        ),
        (
            "def f():\n    from torch import nn\n    y = nn.Linear(2, 3)\n    del nn\n    return y\n",
            "from mindspore import mint\ndef f():\n    y = mint.nn.Linear(2, 3)\n    return y\n",
        ),
        (
            "class A:\n    import torch\n    z = torch.ones(1)\n    del torch\n",
            "from mindspore import mint\nclass A:\n    z = mint.ones(1)\n",
        ),
    ],
)
def test_they_go_with_their_imports(text: str, after: str) -> None:
    assert [line for line in _migrated(text).splitlines() if line] == after.splitlines()


def test_what_is_read_before_is_spelled_in_full() -> None:
    made = _migrated("from torch.hub import load\nm = load('a', 'b')\ndel load\n")

    assert "m = torch.hub.load('a', 'b')" in made
    assert "del load" not in made
    compile(made, "made", "exec")


def test_a_name_that_stands_in_the_result_is_deleted_there() -> None:
    made = _migrated("import torch\nm = torch.hub.load('a', 'b')\ndel torch\n")

    assert made.startswith("import torch\n")
    assert made.endswith("\ndel torch\n")


@pytest.mark.parametrize("other", ["x", "self.torch", "torch[0]", "x, y"])
def test_other_deletions_stay(other: str) -> None:
    text = f"import torch\n\n\ndef f(self, x, y):\n    x = torch.ones(1)\n    del {other}\n"

    assert f"    del {other}\n" in _migrated(text)


def test_a_variable_of_the_same_name_is_another() -> None:
    text = "from torch import nn\n\n\ndef f(nn):\n    del nn\n\n\nnet = nn.Linear(2, 3)\n"

    assert "def f(nn):\n    del nn\n" in _migrated(text)
