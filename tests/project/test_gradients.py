"""Which files are made of operations with second derivatives, because another file asks for these."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target
from mindport.project import gradients, walk

_NET = "import torch\nfrom torch import nn\n\nmade = nn.Sequential(nn.AvgPool2d(2), nn.LayerNorm(8))\n"
_PENALTY = "import torch\n\n\ndef penalty(y, x):\n    return torch.autograd.grad(y, x, create_graph=True)[0]\n"


def check_written(folder: Path, **files: str) -> dict[str, str]:
    (folder / "in").mkdir()
    for name, text in files.items():
        (folder / "in" / f"{name}.py").write_text(text, encoding="utf-8")
    Engine(Settings(target=Target.CPU)).migrate([folder / "in"], folder / "out")
    return {name: (folder / "out" / f"{name}.py").read_text(encoding="utf-8") for name in files}


def test_a_model_beside_a_penalty_has_second_derivatives(tmp_path: Path) -> None:
    train = "from net import made\nfrom penalty import penalty\n"
    written = check_written(tmp_path, net=_NET, penalty=_PENALTY, train=train)

    assert "FunctionLayer(recorded_avg_pool2d, 2), recorded_layer(nn.LayerNorm(" in written["net"]


def test_a_model_that_no_penalty_reaches_keeps_the_kernels(tmp_path: Path) -> None:
    written = check_written(tmp_path, net=_NET, penalty=_PENALTY, other="from penalty import penalty\n")

    assert "recorded" not in written["net"]


def test_a_file_that_asks_for_none_keeps_the_kernels(tmp_path: Path) -> None:
    asks = _PENALTY.replace("create_graph=True", "create_graph=False")

    assert "recorded" not in check_written(tmp_path, net=_NET + asks)["net"]


def test_a_layer_that_is_told_by_its_class_keeps_it(tmp_path: Path) -> None:
    tells = _NET + "pools = [m for m in made if isinstance(m, nn.AvgPool2d)]\n" + _PENALTY

    assert "recorded_avg_pool2d" not in check_written(tmp_path, net=tells)["net"]


def test_files_that_all_import_each_other_are_parsed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"part_{number}" for number in range(12)]
    for name in names:
        others = "".join(f"import {other}\n" for other in names if other != name)
        (tmp_path / f"{name}.py").write_text(others + _PENALTY, encoding="utf-8")
    parsed: list[str] = []
    parse = ast.parse

    def noted(text: str) -> ast.Module:
        parsed.append(text)
        return parse(text)

    monkeypatch.setattr("mindport.project.imports.ast.parse", noted)

    found = gradients.differentiated_twice(walk.walk([tmp_path]))

    assert {path.stem for path in found} == set(names)
    assert len(parsed) == len(names)
