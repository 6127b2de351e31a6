"""Objects of classes of libraries that are not at hand: they may have a Tensor's members, and are none."""

from __future__ import annotations

import textwrap

import pytest
from found_uses import analysis

_HEAD = """
import torch
from torch import nn
import MinkowskiEngine as ME
from pytorch3d.structures import Meshes
from structures import Boxes, BoxesTensor, AnyBatch
from bitsandbytes.nn import Int8Params
"""
_USED = "y.detach(), y.clone(), y.cpu(), y.unsqueeze(-1), y.shape, y.device, y.size(), y[:, None].shape"


def _certain(text: str) -> list[str]:
    found = analysis(_HEAD + textwrap.dedent(text))
    return [use.api for use in found.uses if use.receiver is not None and use.certainty.value != "guessed"]


@pytest.mark.parametrize("made", ["Meshes(x, x)", "Boxes(x)", "ME.SparseTensor(x)", "ME.TensorField(x, coordinates=x)"])
def test_what_a_class_of_a_library_makes_is_no_tensor(made: str) -> None:
    text = f"""
    def f(x: torch.Tensor):
        y = {made}
        {_USED}
    """
    assert _certain(text) == []


@pytest.mark.parametrize("declared", ["Meshes", "Boxes", "ME.SparseTensor", "Boxes | None", "Optional[Boxes] = None"])
@pytest.mark.parametrize("where", ["def f(y: {}):", "class M(nn.Module):\n  def forward(self, y: {}):"])
def test_what_is_declared_to_be_of_such_a_class_is_no_tensor(declared: str, where: str) -> None:
    text = "from typing import Optional\n" + where.format(declared) + f"\n    {_USED}\n    return y"

    assert _certain(text) == []


@pytest.mark.parametrize("declared", ["AnyBatch", "BoxesTensor"])
def test_what_may_be_another_name_for_tensors_is_still_told_by_use(declared: str) -> None:
    text = f"class M(nn.Module):\n  def forward(self, y: {declared}):\n    return y.unsqueeze(-1)"

    assert _certain(text) == ["torch.Tensor.unsqueeze"]


def test_calls_say_more_than_such_a_declaration() -> None:
    text = """
    def f(y: Meshes):
        return y.unsqueeze(-1)
    f(torch.ones(2))
    """
    assert _certain(text) == ["torch.Tensor.unsqueeze"]


def test_parts_of_such_objects_and_what_their_models_give_may_be_tensors() -> None:
    text = """
    from zoo import UnetModel
    net = UnetModel(3)
    def f(x: torch.Tensor):
        boxes = Boxes(x)
        boxes.tensor.shape
        net.eval()
        net(x).detach()
        return nn.Sequential(UnetModel(3), nn.Linear(3, 3))(x).mean()
    """
    assert sorted(_certain(text)) == [
        "torch.Tensor.detach",
        "torch.Tensor.mean",
        "torch.Tensor.shape",
        "torch.nn.Module.eval",
    ]


def test_parameters_of_a_library_s_class_are_tensors() -> None:
    assert "torch.Tensor.shape" in _certain(
        "def f(net, x):\n    w = Int8Params(x)\n    return w.data.shape, w.detach()"
    )
