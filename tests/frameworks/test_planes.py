"""Transforms of pictures after ``ToTensor``: torchvision's take channels first, MindSpore's last."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_SCRIPT = """
import numpy as np
import torch
from PIL import Image
from torchvision import transforms

values = np.arange(2 * 4 * 3, dtype=np.uint8).reshape(2, 4, 3)
turned = transforms.Compose([transforms.ToTensor(), transforms.RandomHorizontalFlip(p=1.0)])
bordered = transforms.Compose([transforms.ToTensor(), transforms.Pad(1), transforms.Normalize((0.5,), (0.5,))])
of_tensors = transforms.Compose([transforms.RandomVerticalFlip(p=1.0)])

print(np.abs(turned(Image.fromarray(values)).numpy() - values.transpose(2, 0, 1)[:, :, ::-1] / 255).max() < 1e-6)
grey = bordered(Image.fromarray(values[:, :, 0]))
print(tuple(grey.shape), float(grey[0, 0, 0]), abs(float(grey[0, 2, 4]) - (21 / 255 - 0.5) / 0.5) < 1e-6)
print(of_tensors(torch.arange(24.0).reshape(3, 2, 4))[1, 0].tolist())
"""
_ALONE = """
import numpy as np
import torch
from torchvision import transforms

values = np.full((2, 4, 3), 51, dtype=np.uint8)
make = transforms.ToTensor()
picture = make(values)
print(tuple(picture.unsqueeze(0).shape), picture.permute(1, 2, 0).mean().item())
net = torch.nn.Sequential(transforms.Normalize((0.2, 0.1, 0.0), (0.5, 0.25, 0.5)), torch.nn.Flatten())
x = torch.stack([picture, picture]).requires_grad_()
net(x).sum().backward()
print(net(x)[0, ::8].tolist(), x.grad[1, :, 0, 0].tolist())
"""


@pytest.mark.frameworks
def test_pictures_are_turned_and_bordered_by_rows_and_columns(tmp_path: Path) -> None:
    assert _printed(tmp_path, _SCRIPT) == ["True", "(1, 4, 6) -1.0 True", "[12.0, 13.0, 14.0, 15.0]"]


@pytest.mark.frameworks
def test_a_transform_alone_makes_tensors_and_has_gradients(tmp_path: Path) -> None:
    shape, sums = _printed(tmp_path, _ALONE)

    assert shape.startswith("(1, 3, 2, 4) 0.2")
    numbers = [float(number) for number in sums.replace("[", "").replace("]", ",").split(",") if number.strip()]
    assert numbers == pytest.approx([0.0, 0.4, 0.4, 2.0, 4.0, 2.0], abs=1e-6)


def _printed(folder: Path, text: str) -> list[str]:
    script = folder / "pictures.py"
    script.write_text(text, encoding="utf-8")
    report = Engine(Settings(target=Target.CPU)).migrate([script], folder / "out")
    assert [left for file in report.files for left in file.left] == []
    run = subprocess.run(
        [sys.executable, "pictures.py"], cwd=folder / "out", capture_output=True, text=True, timeout=600
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return run.stdout.splitlines()
