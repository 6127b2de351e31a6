"""What torchvision's and torchaudio's functions, transforms and data sets give (facts of versions 0.29 and 2.11), where it
depends on what they are given or the table of names does not say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mindport.semantics.arguments import Arguments
from mindport.semantics.definitions import ClassInfo, Parts
from mindport.semantics.handing import handed
from mindport.semantics.types import (
    DICT,
    INT,
    MODULE,
    OTHER,
    OUTPUT,
    PAIR,
    STR,
    TENSOR,
    UNKNOWN,
    Type,
    callable_to,
    dict_of,
    tuple_of,
)
from mindport.semantics.word_sets import words
from mindport.syntax.nodes import List, Tuple

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_SOUND: Final = tuple_of(TENSOR, INT)
_AS_GIVEN: Final = words("""
    resize pad crop center_crop resized_crop hflip vflip horizontal_flip vertical_flip perspective rotate affine to_grayscale
    rgb_to_grayscale gaussian_blur invert posterize solarize autocontrast equalize elastic_transform adjust_brightness
    adjust_contrast adjust_saturation adjust_hue adjust_gamma adjust_sharpness
""")
"""Functions of pictures that take tensors and others, and give the same."""
_OF_TENSORS: Final = words("to_tensor pil_to_tensor normalize convert_image_dtype erase to_image")
_CROPS: Final = {"five_crop": 5, "ten_crop": 10}
_STACKED: Final = ("features", "heads", "layer1", "layer2", "layer3", "layer4")
_LAYERS: Final = ("avgpool", "backbone", "classifier", "conv1", "fc")
_NAMED: Final[dict[str | int, Type]] = {
    **dict.fromkeys(_STACKED, Type("module", "torch.nn.Sequential")),
    **dict.fromkeys(_LAYERS, MODULE),
}
NETWORK: Final = Type("module", definition=Parts(_NAMED))
"""What a function of torchvision's models makes, with the layers that most networks have, by their names."""
_OLD_FUNCTIONS: Final = ("torchvision.transforms.functional_tensor.", "torchvision.transforms._functional_tensor.")
_FUNCTIONS: Final = ("torchvision.transforms.functional.", "torchvision.transforms.v2.functional.")
_TENSORS: Final = words("""
    torchvision.utils.make_grid torchvision.utils.draw_bounding_boxes torchvision.utils.draw_segmentation_masks
    torchvision.utils.draw_keypoints torchvision.utils.flow_to_image torchvision.io.read_image torchvision.io.read_file
    torchvision.io.decode_image torchvision.io.decode_png torchvision.io.decode_gif torchvision.io.decode_webp
    torchvision.io.encode_png torchvision.io.image.read_image torchvision.io.image.decode_image
""")
_RESULTS: Final = {
    "torchvision.io.read_video": tuple_of(TENSOR, TENSOR, DICT),
    "torchaudio.load": _SOUND,
    "torchaudio.load_wav": _SOUND,
    "torchaudio.sox_effects.apply_effects_tensor": _SOUND,
    "torchaudio.sox_effects.apply_effects_file": _SOUND,
    "torchaudio.info": OTHER,
    "torchaudio.functional.speed": tuple_of(TENSOR, TENSOR.optionally(True)),
}
_CODED: Final = words("torchvision.io.decode_jpeg torchvision.io.encode_jpeg")
"""Which take lists of pictures, too."""


def function(name: str, given: Arguments) -> Type:
    """Result of a function of which no row says what it gives."""
    if name.startswith("torchvision.models."):
        return Type("module", name)
    if name.startswith(("torchvision.ops.", "torchaudio.functional.", "torchaudio.compliance.kaldi.")):
        return _RESULTS.get(name, TENSOR)
    if name.startswith(_FUNCTIONS):
        return _of_pictures(name.rpartition(".")[2], given)
    if name.startswith(_OLD_FUNCTIONS):
        leaf = name.rpartition(".")[2]
        return UNKNOWN if leaf.startswith(("get_", "_get_", "_is_", "_assert", "_parse")) else TENSOR
    if name in _TENSORS or name in _CODED and given.first.kind not in ("list", "tuple", "unknown"):
        return TENSOR
    return _RESULTS.get(name, UNKNOWN)


def _of_pictures(leaf: str, given: Arguments) -> Type:
    if leaf in _OF_TENSORS:
        return TENSOR
    if leaf in _AS_GIVEN:
        return _as_given(given)
    if leaf in _CROPS:
        return tuple_of(*([_as_given(given)] * _CROPS[leaf]))
    return OTHER if leaf == "to_pil_image" else UNKNOWN


def _as_given(given: Arguments) -> Type:
    first = given.first
    return first.present() if first.kind == "tensor" or first == OUTPUT else UNKNOWN


def module(name: str) -> Type:
    """What an instance of one of the layers gives, that are no models."""
    if name.startswith("torchaudio.transforms."):
        return PAIR if name.endswith(("Speed", "SpeedPerturbation")) else TENSOR
    return dict_of(STR, TENSOR) if name.endswith("FeaturePyramidNetwork") else TENSOR


_TO_TENSOR: Final = frozenset(
    [
        "ToTensor",
        "PILToTensor",
        "Normalize",
        "ConvertImageDtype",
        "ToImage",
        "RandomErasing",
        "ToDtype",
        "LinearTransformation",
    ]
)
_FROM_TENSOR: Final = frozenset(["ToPILImage", "ToNumpy"])
_KEEPING: Final = words("""
    Resize CenterCrop RandomCrop RandomResizedCrop RandomHorizontalFlip RandomVerticalFlip RandomRotation RandomAffine
    RandomPerspective ColorJitter Grayscale RandomGrayscale GaussianBlur Pad RandomInvert RandomPosterize RandomSolarize
    RandomAdjustSharpness RandomAutocontrast RandomEqualize ElasticTransform RandAugment AutoAugment TrivialAugmentWide AugMix
""")
_KEPT: Final = Type("other", "torchvision.as-given")
"""A transform that gives a tensor for a tensor and a picture for a picture."""


def transform(flow: Flow, leaf: str, given: Arguments) -> Type | None:
    """A transform that gives a tensor, or what it is given; one of several is what its last telling part is."""
    if leaf in _TO_TENSOR:
        return callable_to(TENSOR)
    if leaf in _KEEPING:
        return _KEPT
    steps = given.call.args[0] if given.call.args else None
    if leaf != "Compose" or not isinstance(steps, (List, Tuple)):
        return None
    kept = bool(steps.elts)
    for step in reversed(steps.elts):
        found = flow.types.get(id(step), UNKNOWN)
        if found == callable_to(TENSOR):
            return found
        if step is steps.elts[-1] and isinstance(found.definition, ClassInfo):
            before = flow.types.get(id(steps.elts[-2]), UNKNOWN) if len(steps.elts) > 1 else UNKNOWN
            makes = handed(flow, given.call, found, [TENSOR if before == callable_to(TENSOR) else UNKNOWN])
            return callable_to(makes) if makes.kind in ("tensor", "tuple") else None
        if found.name.rpartition(".")[2] in _FROM_TENSOR or found.definition is not None:
            return None
        kept = kept and found == _KEPT
    return _KEPT if kept else None


def kept(callee: Type, given: Arguments) -> Type:
    """What calling a transform gives that keeps what it is given; unknown of anything else, or where several are given."""
    if callee.name != _KEPT.name or callee.definition is not None or len(given.positional) != 1 or given.keywords:
        return UNKNOWN
    return _as_given(given)


def pictures(name: str, given: Arguments) -> Type | None:
    """Pictures with their class, once a transform makes tensors of the pictures."""
    if given.keywords.get("transform") != callable_to(TENSOR) or not name.endswith(_CLASSIFIED):
        return None
    return Type("dataset", name, (tuple_of(TENSOR, INT),))


_CLASSIFIED: Final = (
    "MNIST",
    "CIFAR10",
    "CIFAR100",
    "ImageFolder",
    "SVHN",
    "ImageNet",
    "STL10",
    "USPS",
    "Flowers102",
    "Food101",
)
