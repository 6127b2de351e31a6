"""What torchvision and torchaudio give, with the rows that there are."""

from __future__ import annotations

import pytest
from found_uses import PRELUDE

from mindport.analysis.analyze import analyze
from mindport.mapping import index as mapping_index
from mindport.syntax.source import SourceFile

_INDEX = mapping_index.load()
IMPORTS = """
import torchaudio, torchvision
from torchvision import io, ops, utils
from torchvision import transforms as T
from torchvision.transforms import v2
import torchvision.transforms.functional as TF
import torchvision.transforms.functional_tensor as FT
import torchaudio.functional as AF
x = torch.ones(2)
def f(img):
"""


@pytest.mark.parametrize(
    ("expression", "is_tensor"),
    [
        ("TF.resize(x, 3)", True),
        ("TF.resize(img, 3)", False),
        ("TF.hflip(TF.to_tensor(img))", True),
        ("TF.five_crop(x, 3)[0]", True),
        ("TF.five_crop(img, 3)[0]", False),
        ("TF.to_pil_image(x)", False),
        ("TF.get_image_size(x)", False),
        ("FT.hflip(img)", True),
        ("FT.get_image_size(img)", False),
        ("T.Resize(3)(x)", True),
        ("T.Resize(3)(img)", False),
        ("T.Compose([T.Resize(3), T.RandomCrop(2)])(x)", True),
        ("T.Compose([T.Resize(3), T.ToPILImage()])(x)", False),
        ("T.Compose([T.Resize(3), T.Lambda(img)])(x)", False),
        ("T.Compose([])(x)", False),
        ("v2.Resize(3)(x, x)", False),
        ("ops.nms(x, x, 0.5)", True),
        ("ops.RoIAlign(3, 1, 1)(x, x)", True),
        ("ops.DeformConv2d(1, 2, 3)(x, x)", True),
        ("ops.FeaturePyramidNetwork([1], 2)(x)['a']", True),
        ("ops.FeaturePyramidNetwork([1], 2)(x)", False),
        ("utils.make_grid(img)", True),
        ("utils.draw_bounding_boxes(img, x)", True),
        ("utils.save_image(x, 'a')", False),
        ("io.read_image('a')", True),
        ("io.read_video('a')[1]", True),
        ("io.read_video('a')[2]", False),
        ("io.decode_jpeg(x)", True),
        ("io.decode_jpeg([x])", False),
        ("torchaudio.load('a')[0]", True),
        ("torchaudio.load('a')[1]", False),
        ("torchaudio.transforms.MelSpectrogram(1)(img)", True),
        ("torchaudio.transforms.Speed(1, 2)(x)", False),
        ("torchaudio.transforms.Speed(1, 2)(x)[0]", True),
        ("AF.resample(img, 1, 2)", True),
        ("AF.edit_distance(x, x)", False),
        ("AF.merge_tokens(x, x)", False),
        ("AF.forced_align(x, x)", False),
        ("AF.forced_align(x, x)[0]", True),
        ("torchaudio.sox_effects.apply_effects_tensor(x, 1, [])[0]", True),
        ("torchaudio.info('a')", False),
    ],
)
def test_what_is_a_tensor(expression: str, is_tensor: bool) -> None:
    found = analyze(SourceFile.parse(f"{PRELUDE}{IMPORTS}    ({expression}).data\n"), _INDEX)
    assert ("torch.Tensor.data" in [use.api for use in found.uses]) == is_tensor


OWN = """
class Parts(torch.nn.Module):
    def forward(self, x):
        return x.flip(0), (1, 2)
class Named:
    def __call__(self, x):
        return str(x)
whole = T.Compose([T.ToTensor(), Parts()])
"""


@pytest.mark.parametrize(
    ("expression", "is_tensor"),
    [
        ("whole(img)[0]", True),
        ("whole(img)[1]", False),
        ("T.Compose([Parts(), T.ToTensor()])(img)", True),
        ("T.Compose([T.ToTensor(), Named()])(img)", False),
    ],
)
def test_a_transform_of_one_s_own_is_what_a_chain_ends_with(expression: str, is_tensor: bool) -> None:
    text = f"import torch\nfrom torchvision import transforms as T\n{OWN}def f(img):\n    ({expression}).data\n"
    found = analyze(SourceFile.parse(text), _INDEX)
    assert ("torch.Tensor.data" in [use.api for use in found.uses]) == is_tensor


def test_transforms_of_sounds_are_modules() -> None:
    code = f"{PRELUDE}{IMPORTS}    torchaudio.transforms.MelSpectrogram(1).eval()\n    T.Resize(1).data\n"
    assert [use.api for use in analyze(SourceFile.parse(code), _INDEX).uses if use.receiver is not None] == [
        "torch.nn.Module.eval"
    ]
