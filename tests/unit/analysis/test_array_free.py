"""Files at work with torch alone: what has a shape there is likely a tensor."""

from __future__ import annotations

import pytest
from found_uses import analysis


def _found(text: str) -> list[str]:
    return [use.api.removeprefix("torch.Tensor.") for use in analysis(text).uses if use.api.startswith("torch.Tensor.")]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def f(x):\n    return x.shape[0], x.ndim", ["shape", "ndim"]),
        ("def f(get):\n    x = get()\n    return x.shape", ["shape"]),
        ("def f(x, get):\n    x = get()\n    n = x.shape[0]\n    return x.device", ["shape", "device"]),
        ("class A:\n    def f(self, x):\n        return x.shape", ["shape"]),
        ("def f(x):\n    return x.shape, x.title()", []),
        ("def f(x):\n    return x.shape, x.keys()", []),
        ("def f(x):\n    return x.shape, x(1)", []),
        ("def f(x):\n    return x.shape, x['a']", []),
        ("def f(x: list):\n    return x.shape", []),
        ("def f(get):\n    x = get()\n    return x.shape, x.spam", []),
        ("def f(self, x):\n    return self.shape, x.size", []),
        ("def f(spec, cfg, tensor_info, action_space, args):\n    return [one for one in spec.shape], cfg.shape", []),
        ("def f(tensor_info, action_space, args, model):\n    tensor_info.shape, action_space.shape, args.shape", []),
        ("def f(x):\n    return x.part.shape", []),
    ],
)
def test_what_has_a_shape(code: str, found: list[str]) -> None:
    assert _found(f"import torch\n{code}") == found


@pytest.mark.parametrize(
    "line",
    [
        "import numpy as np",
        "import os, numpy",
        "from PIL import Image",
        "def g():\n    import cv2",
        "from torch import fx, nn",
        "try:\n    import h5py\nexcept ImportError:\n    h5py = None",
    ],
)
def test_where_other_values_have_one(line: str) -> None:
    assert _found(f"import torch\n{line}\ndef f(x, get):\n    y = get()\n    return x.shape, y.shape") == []


def test_what_only_looks_like_such_an_import() -> None:
    lines = "import my_numpy  # numpy\nfrom numpy_like import x\n"
    assert _found(f"import torch\n{lines}def f(x):\n    return x.shape") == ["shape"]


def test_a_file_without_torch_tells_nothing() -> None:
    assert _found("import os\ndef f(x):\n    return x.shape") == []
