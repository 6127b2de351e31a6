"""Names that a module's own ``__getattr__`` makes when they are first asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from found_uses import NO_ROWS

from mindport.analysis.analyze import analyze
from mindport.semantics.project import ProjectFiles
from mindport.syntax.source import read_source

NETS = "import torch.nn as nn\nclass Net(nn.Module):\n    def forward(self, x):\n        return x * 2, x\ndef make(n):\n    return Net()\n"
RAISE = "    raise AttributeError(name)\n"
GETTERS = {
    "a test": "def __getattr__(name):\n    if name == 'Net':\n        from .nets import Net\n        return Net\n" + RAISE,
    "a test of several": "def __getattr__(name):\n    if name in ('make', 'Net'):\n        from . import nets\n        return getattr(nets, name)\n" + RAISE,
    "a table of names": "_HELD = {'Net': '.nets', 'other': '.others'}\ndef __getattr__(name):\n    return load(_HELD[name], name)\n",
    "a table of modules": "import importlib\n_HELD: dict = {'others': ['other'], 'nets': ['Net', 'make']}\ndef __getattr__(name):\n    return load(_HELD, name)\n",
    "a table that is attached": "import lazy_loader as lazy\n__getattr__, __dir__, __all__ = lazy.attach(__name__, submod_attrs={'nets': ['Net', 'make']})\n",
    "a table of pairs": "_HELD = {'Net': ('.nets', 'Net')}\ndef __getattr__(name):\n    return load(*_HELD[name])\n",
    "a table of places": "_HELD = {'Net': 'package.nets:Net'}\ndef __getattr__(name):\n    return load(_HELD, name)\n",
}  # fmt: skip


def _found(folder: Path, getter: str, main: str) -> list[str]:
    for path, text in {"package/__init__.py": f"import os\n{getter}", "package/nets.py": NETS, "main.py": main}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    found = analyze(read_source(folder / "main.py"), NO_ROWS, ProjectFiles(NO_ROWS, folder)).uses
    return [use.api for use in found if use.role.value != "import"]


@pytest.mark.parametrize("getter", GETTERS.values(), ids=GETTERS)
@pytest.mark.parametrize(
    "main",
    ["import torch\nfrom package import Net\na, b = Net()(torch.ones(1))\na.T\n", "import torch, package\na, b = package.Net()(torch.ones(1))\nb.T\n"],
)  # fmt: skip
def test_a_class_of_the_project(tmp_path: Path, getter: str, main: str) -> None:
    assert _found(tmp_path, getter, main) == ["torch.ones", "torch.Tensor.T"]


@pytest.mark.parametrize(
    "getter",
    [
        "import importlib\ndef __getattr__(name):\n    if name == 'nn':\n        return importlib.import_module('torch.nn')\n" + RAISE,
        "def __getattr__(name):\n    if 'F' == name:\n        pass\n    if name == 'nn':\n        import torch.nn as nn\n        return nn\n" + RAISE,
        "_HELD = {'nn': 'torch.nn'}\ndef __getattr__(name):\n    return load(_HELD[name])\n",
    ],
)  # fmt: skip
def test_a_module_of_torch_s(tmp_path: Path, getter: str) -> None:
    assert _found(tmp_path, getter, "from package import nn\nnn.Linear(2, 2)\n") == ["torch.nn.Linear"]


@pytest.mark.parametrize(
    "getter",
    [
        "def __getattr__(name):\n    return load(name)\n",
        "NAMES = ['nn']\ndef __getattr__(name):\n    return load(name)\n",
        "def other(name):\n    if name == 'nn':\n        import torch.nn as nn\n        return nn\n",
        "_HELD = {'nn': 3}\ndef __getattr__(name):\n    return load(_HELD[name])\n",
        "def __getattr__():\n    return 'nn'\n",
    ],
)
def test_what_is_not_told_is_unknown(tmp_path: Path, getter: str) -> None:
    assert _found(tmp_path, getter, "from package import nn\nnn.Linear(2, 2)\n") == []
