"""What stays torch's in a migrated file: its names and the imports that they need."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mindport.analysis.findings import Compatibility
from mindport.analysis.judge import Context, judge
from mindport.analysis.uses import ApiUse, Certainty, Role
from mindport.engine import Engine, Settings
from mindport.mapping.row import Target
from mindport.text import Span

_ENGINE = Engine(Settings(target=Target.CPU))

_OPTIONAL = """try:
    import torch
    HAS = True
except ImportError:
    torch = None
    HAS = False


def traced(x):
    if torch is None:
        return x
    return torch.fx.symbolic_trace(torch.relu(x))
"""

_EITHER = """import torch

try:
    from elsewhere import symbolic_trace
except ImportError:
    from torch.fx import symbolic_trace


def wrapped(x):
    return symbolic_trace(torch.relu(x))
"""

_CONDITION = """import sys

import torch

if sys.version_info > (3, 9):
    from torch.fx import symbolic_trace
else:
    symbolic_trace = None


def wrapped(x):
    return symbolic_trace(torch.relu(x))
"""

_LOCAL = """import torch.nn.functional as F


def frames(x):
    F = x.shape[0]
    return [F for F in range(F)]


def unknown(x):
    return F.not_there(F.relu(x))
"""


def _migrated(text: str) -> str:
    return _ENGINE.migrate_text(text).text


def test_an_import_that_may_fail_stays_while_its_name_is_read() -> None:
    result = _migrated(_OPTIONAL)

    assert "try:\n    import torch\n    HAS = True" in result
    assert "if torch is None:" in result
    assert "mint.nn.functional.relu(x)" in result


@pytest.mark.parametrize("text", [_EITHER, _CONDITION], ids=["try", "if"])
def test_a_name_from_one_of_two_places_keeps_its_import(text: str) -> None:
    result = _migrated(text)

    assert "    from torch.fx import symbolic_trace\n" in result
    assert "return symbolic_trace(" in result
    assert "\nimport torch\n" not in result


def test_an_import_that_may_fail_goes_with_its_last_name() -> None:
    result = _migrated("try:\n    from torch.nn import ReLU\nexcept ImportError:\n    ReLU = None\n\nact = ReLU()\n")

    assert "torch" not in result


def test_a_local_variable_of_the_same_name_leaves_the_import_alone() -> None:
    result = _migrated(_LOCAL)

    assert "return torch.nn.functional.not_there(mint.nn.functional.relu(x))" in result
    assert "import torch\n" in result
    assert "F = x.shape[0]" in result
    assert "[F for F in range(F)]" in result


@pytest.mark.parametrize("text", [_OPTIONAL, _EITHER, _CONDITION, _LOCAL])
def test_a_second_pass_is_silent(text: str) -> None:
    once = _migrated(text)

    assert _migrated(once) == once


def test_a_migrated_file_is_let_be_beside_files_that_are_not(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "drawing.py").write_text(
        "import torch\n\n\ndef draw(n: int) -> torch.Tensor:\n    return torch.rand(n)\n"
    )
    path = tmp_path / "using.py"
    text = "import torch\n\nfrom drawing import draw\n\n\ndef order():\n    return torch.relu(draw(3)).argsort(), draw(3).argsort()\n"
    engine = Engine(Settings(target=Target.CPU))
    once = engine.migrate_text(text, path).text

    assert once != text
    assert engine.migrate_text(once, path).text == once


def test_what_another_file_brings_from_torch_is_let_be_once_migrated(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "common.py").write_text("from torch import nn\nfrom torch.utils.data import DataLoader\n")
    (tmp_path / "bases.py").write_text("from torch import nn\n\n\nclass Base(nn.Module):\n    pass\n")
    path = tmp_path / "using.py"
    text = "import torch\nfrom common import *\nfrom bases import Base\n\n\nclass Twice(Base):\n    def forward(self, x):\n        return torch.relu(x)\n\n\nloader = DataLoader([1, 2, 3])\n"
    engine = Engine(Settings(target=Target.CPU))
    once = engine.migrate_text(text, path).text

    assert "def construct(self, x):" in once
    assert engine.migrate_text(once, path).text == once


def test_a_class_without_torch_keeps_construct(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "bases.py").write_text("from torch import nn\n\n\nclass Base(nn.Module):\n    pass\n")
    path = tmp_path / "using.py"
    engine = Engine(Settings(target=Target.CPU))
    once = engine.migrate_text(
        "from bases import Base\n\n\nclass Same(Base):\n    def forward(self, x):\n        return x\n", path
    ).text

    assert "def construct(self, x):" in once
    assert engine.migrate_text(once, path).text == once


def test_a_loop_that_moves_goes_whole() -> None:
    text = """import torch

model = torch.nn.Linear(2, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(3):
    total = []
    for _ in range(2):
        total.append(model(torch.ones(1, 2)).sum())
        done = True
    loss = torch.stack(total).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
    result = _migrated(text)

    assert result.count("for _ in range(2):") == 1
    assert result.count("done = True") == 1


@pytest.mark.parametrize(
    "text",
    [
        "import torch\nfrom torchvision.ops import boxes\n\n\nclass Same:\n    def __init__(self):\n        self.same = boxes.box_iou\n",
        "import torch\n\ntry:\n    from torchvision.transforms import InterpolationMode\n\n    BICUBIC = InterpolationMode.BICUBIC\nexcept ImportError:\n    BICUBIC = 3\n",
        "import torch\nimport torchaudio\n\n\ndef read(path):\n    return torchaudio.load(path)\n",
    ],
)
def test_imports_of_torchs_companions_go_with_their_last_name(text: str) -> None:
    result = _migrated(text)

    assert "import InterpolationMode" not in result
    assert "import boxes" not in result
    assert "import torchaudio" not in result
    assert _migrated(result) == result


def test_torch_by_way_of_another_file_is_imported_where_it_is_used(tmp_path: Path) -> None:
    out = tmp_path / "out"
    package = tmp_path / "pkg"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "compat.py").write_text("import torch\nfrom torch import nn\n\nact = nn.ReLU\nVALUE = torch.ones(1)\n")
    (package / "part.py").write_text(
        "from .compat import VALUE, act, nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n        return act()(x) + VALUE\n"
    )
    (package / "whole.py").write_text(
        "from .compat import torch\n\n\ndef made():\n    return torch.ones(3), torch.not_there()\n"
    )
    Engine(Settings(target=Target.CPU)).migrate([package], out)

    part, whole = (out / "part.py").read_text(), (out / "whole.py").read_text()
    assert part.startswith("from .compat import VALUE, act\nfrom mindspore import nn\n")
    assert "class Net(nn.Cell):" in part
    assert "compat" not in whole
    assert whole.startswith("from mindspore import mint\n")
    assert "    import torch\n" in whole


def test_a_name_imported_twice_stays_with_the_module_that_it_needs() -> None:
    result = _migrated(
        "import torch\nfrom torch.distributed.fsdp import StateDictType\n"
        "from torch.distributed.fsdp.fully_sharded_data_parallel import StateDictType\n\n\n"
        "def local(model, x: torch.Tensor):\n    return StateDictType.LOCAL_STATE_DICT, x.size()\n"
    )

    assert "    import torch.distributed.fsdp\n" in result
    assert "return torch.distributed.fsdp.fully_sharded_data_parallel.StateDictType.LOCAL_STATE_DICT, x.shape" in result
    assert _migrated(result) == result


def test_what_callables_take_is_annotated_like_anything_else() -> None:
    text = (
        "from typing import Callable, Optional\nimport torch\nfrom torch import nn\n\n"
        "loss: Optional[Callable[[torch.Tensor, nn.Module], torch.Tensor]] = None\n"
        "def f(g: 'Callable[[torch.Tensor], nn.Module]' = None) -> Callable[[], torch.Tensor]: ...\n"
    )

    assert _ENGINE.migrate_text(text).text == (
        "from typing import Callable, Optional\nfrom mindspore import nn, Tensor\n\n"
        "loss: Optional[Callable[[Tensor, nn.Cell], Tensor]] = None\n"
        "def f(g: 'Callable[[Tensor], nn.Cell]' = None) -> Callable[[], Tensor]: ...\n"
    )


def test_a_name_that_was_left_without_a_row_is_judged_by_its_row_elsewhere() -> None:
    context = Context(Target.CPU, "2.10.0", _ENGINE.index, lambda node: "unknown")
    node = ast.parse("Module", mode="eval").body
    use = ApiUse("torch.nn.Module", Span(0, 6), Role.REFERENCE, Certainty.IMPORTED, node)

    assert judge(use, None, context).compatibility is Compatibility.UNMAPPED
    assert judge(use, _ENGINE.index.get("torch.nn.Module"), context).compatibility is not Compatibility.UNMAPPED


def test_a_name_of_a_private_module_is_told_of_as_the_module_is() -> None:
    source = "import torch\nfrom torch._six import string_classes\n\n\ndef is_text(x):\n    return isinstance(x, string_classes)\n"

    once = _migrated(source)

    assert "# mindport: `torch._six` has no counterpart" in once
    assert _migrated(once) == once


@pytest.mark.parametrize(
    "module", ["torch.autograd.gradcheck", "torch.nn.parallel.data_parallel", "torch.nn.utils.weight_norm"]
)
def test_what_is_gone_from_a_module_that_a_function_hides_is_told_of_once(module: str) -> None:
    once = _migrated(f"from {module} import gone\n\n\ndef f(x):\n    return gone(x)\n")

    assert once.count("# mindport: ") == 1
    assert f"`{module}.gone`" in once
    assert _migrated(once) == once


def test_a_function_that_hides_a_module_is_told_of_itself() -> None:
    once = _migrated("import torch\n\n\ndef f(x):\n    return torch.autograd.gradcheck(x)\n")

    assert "`torch.autograd.gradcheck` has no counterpart" in once
    assert _migrated(once) == once
