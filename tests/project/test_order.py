"""What is found in a file does not depend on which files of its project were looked at before."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

# Imports in circles, star imports, bases and helpers in other files, calls that tell what another file's parameters are.
_FILES = {
    "base.py": "import torch\nfrom torch import nn\n\nfrom tools import scaled\n\n\nclass Base(nn.Module):\n"
    "    def start(self, x):\n        return scaled(x, 2).view(-1)\n",
    "tools.py": "import torch\n\nimport base\n\n\ndef scaled(x, by):\n    return x.size(0) * by + x.sum()\n\n\n"
    "def made(n):\n    return torch.ones(n)\n\n\ndef kind(one):\n    return isinstance(one, base.Base)\n",
    "common.py": "from tools import *\nfrom base import Base\n",
    "nets.py": "from common import *\n\n\nclass Net(Base):\n    def forward(self, x):\n"
    "        return self.start(x).to(made(3).dtype)\n",
    "run.py": "import torch\nfrom nets import Net\nfrom tools import scaled\n\nnet = Net()\nprint(net(torch.ones(2)).size())\n"
    "print(scaled(torch.ones(4), 3).item())\n",
    "again.py": "import run\nfrom nets import Net as Other\n\nrun.net = Other()\nprint(run.net.parameters())\n",
}
_TARGET = Settings(target=Target.CPU)


def _found(engine: Engine, path: Path) -> object:
    text = path.read_text(encoding="utf-8")
    uses = [(f.use.api, f.use.span, f.use.certainty, f.compatibility) for f in engine.analyze(text, path).findings]
    return uses, engine.migrate_text(text, path)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations(sorted(_FILES)), snapshot=st.booleans())
def test_the_order_of_files_makes_no_difference(order: list[str], snapshot: bool, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    for name, text in _FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    shared = Engine(_TARGET, snapshot=snapshot)

    found = {name: _found(shared, tmp_path / name) for name in order}

    for name in _FILES:
        assert found[name] == _found(Engine(_TARGET, shared.index), tmp_path / name), name
    assert "def construct" in found["nets.py"][1].text  # type: ignore[index]
