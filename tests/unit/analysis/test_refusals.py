"""What takes no tensor tells that what it is given is none."""

from __future__ import annotations

import pytest
from found_uses import members

NP = "import numpy as np\n"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (NP + "def f(g: torch.Tensor):\n    if len(g.shape) == 4:\n        return np.mean(g, axis=(2, 3))", []),
        (NP + "def f(g):\n    h = torch.ones(2)\n    return np.sum(g), h.shape\nf(torch.ones(2))", ["T.shape"]),
        (NP + "def f(x):\n    for one in torch.ones(2):\n        one = one - np.min(one)\n        one.shape", []),
        (NP + "def f():\n    x = torch.ones(2)\n    x.shape\n    np.max(x)\n    x.shape", ["T.shape"]),
        ("from PIL import Image\ndef f(x: torch.Tensor):\n    x.shape\n    Image.fromarray(x)", []),
        # What is turned into an array before, or asked for what it is, may have been a tensor.
        (NP + "def f(x: torch.Tensor):\n    x.shape\n    x = x.numpy()\n    np.mean(x)", ["T.shape", "T.numpy"]),
        (NP + "def f(x: torch.Tensor):\n    x.shape\n    if not torch.is_tensor(x):\n        np.mean(x)", ["T.shape"]),
        (NP + "def f(x: torch.Tensor):\n    x.shape\n    np.mean(x.numpy())\n    np.abs(x)\n    np.mean([x])", ["T.shape", "T.numpy"]),
        ("import mine as np\ndef f(x: torch.Tensor):\n    np.mean(x)\n    x.shape", ["T.shape"]),
        # An annotation says one thing, and calls another.
        (NP + "def f(x: torch.Tensor):\n    x.shape\n    x.cpu()\nf(np.ones(2))", ["T.cpu"]),
        (NP + "def f(x: torch.Tensor):\n    x.shape\n    if isinstance(x, torch.Tensor):\n        x = x.numpy()\ndef g(xs, on):\n    ys = [x.numpy() for x in torch.ones(2)]\n"
         "    if on:\n        ys = [x for x in torch.ones(2)]\n    f(ys[0])", ["T.numpy", "T.numpy"]),
        (NP + "from typing import Union\ndef f(x: torch.Tensor):\n    x.shape\ndef g(x: Union[np.ndarray, torch.Tensor]):\n    f(x)", ["T.shape"]),
        (NP + "def f(x: torch.Tensor):\n    x.shape\nf(np.ones)\nf(3)", ["T.shape"]),
    ],
)  # fmt: skip
def test_what_takes_no_tensor(code: str, found: list[str]) -> None:
    assert members(code) == found


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def f(storage):\n    if storage.device.type != 'cpu':\n        storage = storage.cpu()\n    return storage.nbytes()", []),
        ("def f(x):\n    if x.device.type != 'cpu':\n        x = x.cpu()\n    return x.nbytes", ["T.device", "torch.device.type", "T.cpu", "T.nbytes"]),
        ("class Resize(nn.Module):\n    def forward(self, image):\n        return image.resize(self.size, self.how)", []),
        ("class Half(nn.Module):\n    def forward(self, image):\n        return image.resize(2, 2) * image.mean()", ["T.resize", "T.mean"]),
    ],
)  # fmt: skip
def test_what_storages_and_pictures_have_too(code: str, found: list[str]) -> None:
    assert [one for one in members(code) if not one.startswith("M.")] == found
