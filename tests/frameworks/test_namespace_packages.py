"""Models of folders without ``__init__.py`` import each other relatively; their migrated copies must, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target
from mindport.verify.report import VerifyRequest
from mindport.verify.verdict import Verdict

pytestmark = pytest.mark.frameworks


def test_a_model_that_imports_its_neighbour_relatively_is_verified(tmp_path: Path) -> None:
    (tmp_path / "layers").mkdir()
    (tmp_path / "layers" / "parts.py").write_text(
        "from torch import nn\n\n\ndef act():\n    return nn.ReLU()\n", encoding="utf-8"
    )
    model = tmp_path / "layers" / "net.py"
    model.write_text(
        "from torch import nn\nfrom .parts import act\n\n\nclass Net(nn.Module):\n    def __init__(self):\n"
        "        super().__init__()\n        self.act = act()\n\n    def forward(self, x):\n        return self.act(x)\n",
        encoding="utf-8",
    )
    request = VerifyRequest(
        torch_file=model, mindspore_file=None, build="M.Net()", inputs=("x=float32[2,3]",), target=Target.CPU
    )

    report = Engine(Settings(Target.CPU)).verify(request)

    assert report.verdict is Verdict.EQUIVALENT, report.detail
