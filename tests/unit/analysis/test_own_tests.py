"""Functions of the code's own that ask whether what they are given is a tensor: ``is_torch_tensor(x)``."""

from __future__ import annotations

from pathlib import Path

import pytest
from found_uses import NO_ROWS, members

from mindport.analysis.analyze import analyze
from mindport.semantics.project import ProjectFiles
from mindport.syntax.source import read_source

_ASKING = '''
import numpy as np


def _is_torch(x):
    import torch

    return isinstance(x, torch.Tensor)


def is_torch_tensor(x):
    """Whether it is one; never true without torch."""
    return False if not is_available() else _is_torch(x)


def is_either(x):
    return isinstance(x, (torch.Tensor, np.ndarray))


def is_batch(x):
    return torch.is_tensor(x) and x.dim() > 1


def is_numpy(x):
    if not has_numpy:
        return False
    return isinstance(x, np.ndarray)


def is_recorded(x):
    return torch.is_grad_enabled() and isinstance(x, torch.Tensor)


def is_strict(x, strict=True):
    return isinstance(x, torch.Tensor) if strict else False


def is_another(x):
    x = x.data
    return isinstance(x, torch.Tensor)
'''


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("if is_torch_tensor(x):\n        x.mean()", ["T.mean"]),
        ("y = is_torch_tensor(x) and x.mean()", ["T.mean"]),
        ("if not is_torch_tensor(x):\n        raise TypeError\n    x.mean()", ["T.mean"]),
        ("if is_torch_tensor(x[0]):\n        x[0].mean()", ["T.mean"]),
        ("if is_batch(x):\n        x.mean()", ["T.mean"]),
        ("if is_torch_tensor(x):\n        return x\n    x.mean()", []),
        ("if is_numpy(x):\n        x.mean(), x.reshape(3)", []),
        ("if is_numpy(x):\n        x = torch.from_numpy(x)\n    x.mean()", ["T.mean"]),
        ("if is_either(x):\n        x.mean()", []),
        ("if is_another(x):\n        x.mean()", []),
    ],
)
def test_what_they_say_of_a_variable(code: str, found: list[str]) -> None:
    listed = members(f"{_ASKING}\n\ndef f(x):\n    {code}\n")
    assert [one for one in listed if one not in ("T.dim", "T.data")] == found


@pytest.mark.parametrize("asking", ["is_recorded", "is_strict", "is_batch"])
def test_a_no_that_something_else_may_have_decided_says_nothing(asking: str) -> None:
    code = f"\n\ndef f(x: torch.Tensor):\n    if not {asking}(x):\n        x.mean()\n"
    assert "T.mean" in members(_ASKING + code)
    assert "T.mean" not in members(_ASKING + code.replace(asking, "is_torch_tensor"))


def test_what_is_only_asked_need_not_be_a_tensor() -> None:
    code = "def g(x):\n    return is_torch_tensor(x)\ndef f(y):\n    g(torch.ones(1)), is_torch_tensor(y)\n    return y.mean()\n"
    assert "T.mean" not in members(_ASKING + code)


def test_those_of_other_files(tmp_path: Path) -> None:
    (tmp_path / "asking.py").write_text(_ASKING)
    (tmp_path / "use.py").write_text(
        "import torch\nfrom asking import is_torch_tensor\nfrom transformers.utils import is_torch_tensor as asks\n\n\n"
        "def f(x, y):\n    if is_torch_tensor(x):\n        x.mean()\n    if asks(y):\n        y.std()\n"
    )
    found = analyze(read_source(tmp_path / "use.py"), NO_ROWS, ProjectFiles(NO_ROWS))
    assert [use.api for use in found.uses if use.receiver is not None] == ["torch.Tensor.mean", "torch.Tensor.std"]
