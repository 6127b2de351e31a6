"""What stays torch's in a migrated file: its names and the imports that they need."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

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
