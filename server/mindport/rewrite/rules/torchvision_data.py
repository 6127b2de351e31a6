"""torchvision's transforms become ``mindspore.dataset.vision``'s; its data sets and image files come from the helpers.

Transforms make NumPy arrays where torchvision's make Tensors (MindSpore's operators must not run in the threads that read
data); batches arrive as Tensors all the same. A name without counterpart keeps its import.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.analysis.findings import Applicability
from mindport.rewrite import companions, published_weights
from mindport.rewrite import template as templates
from mindport.rewrite.arguments import ArgumentList
from mindport.rewrite.call import rewrite as rewrite_use
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules import chosen_by_name
from mindport.rewrite.site import Site
from mindport.rewrite.spelling import Spelling
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch
import torchvision.transforms as T
from torchvision import datasets

transform = T.Compose([
    T.RandomHorizontalFlip(p=0.3),
    T.ToTensor(),
    T.Normalize((0.5), (0.5,)),  # to -1 … 1
    T.Lambda(lambda x: x.view(-1)),
])
train_set = datasets.MNIST("data", train=True, transform=transform)
x = torch.ones(2) + T.ToTensor()(picture)
test_set = datasets.MNIST("data", train=False, transform=T.ToTensor())
net = torch.nn.Sequential(T.Normalize((0.5,), (0.5,)), torch.nn.Flatten())
""",
        """
import mindspore.dataset as ds
from mindspore import mint, nn
from mindport_helpers import Compose, ImageNormalize, MNIST, on_tensors, to_tensor

transform = Compose([
    ds.vision.RandomHorizontalFlip(prob=0.3),
    ds.vision.ToTensor(),
    ds.vision.Normalize((0.5,), (0.5,), is_hwc=False),  # to -1 … 1
    on_tensors(lambda x: x.view(-1)),
])
train_set = MNIST("data", train=True, transform=transform)
x = mint.ones(2) + to_tensor(picture)
test_set = MNIST("data", train=False, transform=to_tensor)
net = nn.SequentialCell(ImageNormalize((0.5,), (0.5,)), nn.Flatten())
""",
    ),
    (
        """
from torch.nn import *
from torchvision.datasets import *
from torchvision.transforms import *


class MNIST10:
    transform = Compose([ToTensor(), Normalize((0.5,), (0.5,))])
    train_set = MNIST("data", train=True, transform=transform)

net = Linear(2, 3)
""",
        """
import mindspore.dataset as ds
from mindspore import mint
from mindport_helpers import Compose, MNIST


class MNIST10:
    transform = Compose([ds.vision.ToTensor(), ds.vision.Normalize((0.5,), (0.5,), is_hwc=False)])
    train_set = MNIST("data", train=True, transform=transform)

net = mint.nn.Linear(2, 3)
""",
    ),
    (
        """
import torchvision


class MNIST:
    def __init__(self):
        self.train_set = torchvision.datasets.MNIST("data")
""",
        """
from mindport_helpers import MNIST as torch_MNIST


class MNIST:
    def __init__(self):
        self.train_set = torch_MNIST("data")
""",
    ),
]
EXAMPLES += [
    (
        """
from torchvision import transforms

bordered = transforms.Pad(4, padding_mode="reflect")


def padded(mode):
    return transforms.Compose([transforms.Pad(2, 0, mode), transforms.RandomCrop(9, padding_mode=mode)])
""",
        """
import mindspore.dataset as ds
from mindport_helpers import Compose

bordered = ds.vision.Pad(4, padding_mode=ds.vision.Border("reflect"))


def padded(mode):
    return Compose([ds.vision.Pad(2, 0, ds.vision.Border(mode)), ds.vision.RandomCrop(9, padding_mode=ds.vision.Border(mode))])
""",
    ),
]
EXAMPLES += [
    (
        """
from torchvision import models
from torchvision.models import ResNet18_Weights, resnet18

first = resnet18(weights=ResNet18_Weights.DEFAULT)
second = models.vgg16(weights=models.VGG16_Weights.IMAGENET1K_V1)
""",
        """
from mindport_helpers import resnet18, vgg16

first = resnet18(weights="DEFAULT")
second = vgg16(weights="IMAGENET1K_V1")
""",
    ),
]
NOOPS = ["from shop import transforms\n\ntransform = transforms.ToTensor()\n"]

_T, _V = "torchvision.transforms.", "mindspore.dataset.vision."
# torchvision's name → MindSpore's, and torchvision's parameters that may be given, with MindSpore's name
_FLIP = {"p": "prob"}
_CROP = {"size": "size", "padding": "padding", "pad_if_needed": "pad_if_needed", "fill": "fill_value"}
_RESIZED = {"size": "size", "scale": "scale", "ratio": "ratio"}
_TRANSFORMS: dict[str, tuple[str, dict[str, str]]] = {
    "ToTensor": ("ToTensor", {}),
    "Normalize": ("Normalize", {"mean": "mean", "std": "std"}),
    "Resize": ("Resize", {"size": "size"}),
    "Scale": ("Resize", {"size": "size"}),
    "CenterCrop": ("CenterCrop", {"size": "size"}),
    "RandomCrop": ("RandomCrop", _CROP),
    "RandomResizedCrop": ("RandomResizedCrop", _RESIZED),
    "RandomSizedCrop": ("RandomResizedCrop", _RESIZED),
    "RandomHorizontalFlip": ("RandomHorizontalFlip", _FLIP),
    "RandomVerticalFlip": ("RandomVerticalFlip", _FLIP),
    "RandomRotation": ("RandomRotation", {"degrees": "degrees"}),
    "ColorJitter": ("RandomColorAdjust", {n: n for n in ("brightness", "contrast", "saturation", "hue")}),
    "Grayscale": ("Grayscale", {"num_output_channels": "num_output_channels"}),
    "RandomGrayscale": ("RandomGrayscale", _FLIP),
    "RandomErasing": ("RandomErasing", {"p": "prob", "scale": "scale", "ratio": "ratio", "value": "value"}),
    "Pad": ("Pad", {"padding": "padding", "fill": "fill_value", "padding_mode": "padding_mode"}),
}
_HELPERS = {
    f"{_T}Compose": "Compose",
    "torchvision.utils.save_image": "save_image",
    "torchvision.utils.make_grid": "make_grid",
} | {
    f"torchvision.datasets.{n}": n
    for n in ("MNIST", "FashionMNIST", "KMNIST", "CIFAR10", "CIFAR100", "FakeData", "ImageFolder")
}


def matches(module: Module) -> Iterator[Match]:
    if not any(package in module.source.text for package in companions.PACKAGES) and not companions.concern(
        module.source, module.analysis
    ):
        return
    bound = companions.Imports(module, lambda name: name in _HELPERS or _transform(name))
    kept: dict[str, list[ast.Name]] = {}
    by_row: set[str] = set()
    for node in module.source.nodes:
        qualified = bound.qualified(node)
        if isinstance(node, ast.Name) and qualified is not None:
            match = _use(module, node, qualified, bound)
            if match is None and (_by_row(module, node) or chosen_by_name.is_replaced(module, node)):
                by_row.add(node.id)
                continue
            if match is None:
                kept.setdefault(node.id, []).append(node)
            else:
                yield match
    module.spelling.free(by_row - kept.keys() - bound.others)
    yield from bound.edits(kept)


def _by_row(module: Module, name: ast.Name) -> bool:
    """Whether the dotted name that begins with ``name`` is rewritten by its row."""
    node: ast.AST | None = name
    while isinstance(node, (ast.Name, ast.Attribute)):
        finding = module.findings.get(id(node))
        if finding is not None and finding.equivalent is not None:
            if finding.fix not in (Applicability.SAFE, Applicability.UNSAFE):
                return False
            # what a reference becomes shows when it is written; this must leave no trace in the imports
            aside = Site(module.source, Spelling(lambda _: True), module.context)
            return finding.use.call is not None or rewrite_use(finding, aside) is not None
        node = module.source.parent(node)
    return False


def _use(module: Module, name: ast.Name, qualified: str, bound: companions.Imports) -> Match | None:
    """The rewriting of the dotted name that begins with ``name``; None for what stays torchvision's."""
    weights = published_weights.member(module, name, qualified)
    if weights is not None:
        return Match((Edit(module.source.span(weights[0]), (f'"{weights[1]}"',), 0),), _inside(weights[0]))
    outer: ast.expr = name
    parent = module.source.parent(outer)
    while qualified not in _HELPERS and not _transform(qualified):
        if not isinstance(parent, ast.Attribute):
            return None
        outer, qualified, parent = parent, f"{qualified}.{parent.attr}", module.source.parent(parent)
    source = module.source
    if qualified in _HELPERS:
        helper = _HELPERS[qualified]
        helper = module.spelling.helper(helper, instead=helper not in bound.others)
        return Match((Edit(source.span(outer), (helper,), 0),), _inside(outer))
    if not isinstance(parent, ast.Call) or parent.func is not outer:
        return None
    if qualified == f"{_T}Lambda":
        if len(parent.args) != 1 or parent.keywords:
            return None
        parts: list[str | Span] = [ArgumentList(source, parent).item(parent.args[0]).value]
        if _after_to_tensor(module, parent):
            parts = [f"{module.spelling.helper('on_tensors')}(", *parts, ")"]
        return Match((Edit(source.span(parent), tuple(parts), 0),), _inside(outer))
    target, allowed = _TRANSFORMS[qualified.removeprefix(_T)]
    if target == "ToTensor" and not _is_listed(source, parent) and not parent.args:
        return Match((Edit(source.span(parent), (module.spelling.helper("to_tensor"),), 0),), _inside(outer))
    if target == "Normalize" and not _is_listed(source, parent):
        return Match((Edit(source.span(outer), (module.spelling.helper("ImageNormalize"),), 0),), _inside(outer))
    names = list(allowed)
    if len(parent.args) > max(len(names), 0) or any(isinstance(a, ast.Starred) for a in parent.args):
        if not (target == "Normalize" and len(parent.args) == 3):
            return None
    if any(k.arg not in allowed for k in parent.keywords if k.arg != "inplace"):
        return None
    arguments = [source.span(a) for a in parent.args[:2] if target == "Normalize"] or [
        source.span(a) for a in parent.args
    ]
    parts = [f"{module.spelling.name(_V + target)}("]
    for number, span in enumerate(arguments):
        parts += [", " if number else "", *_written(module, target, names[number], parent.args[number], span)]
    for number, keyword in enumerate(k for k in parent.keywords if k.arg != "inplace"):
        given = ArgumentList(source, parent).item(keyword.value).value
        value = _written(module, target, keyword.arg or "", keyword.value, given)
        parts += [", " if arguments or number else "", f"{allowed[keyword.arg or '']}=", *value]
    parts.append(", is_hwc=False)" if target == "Normalize" else ")")
    return Match((Edit(source.span(parent), tuple(parts), 0),), _inside(outer))


def _is_listed(source: SourceFile, made: ast.Call) -> bool:
    """One of several transforms: ``Compose`` gives the next what it takes. What is done with what another makes is torch's."""
    return isinstance(source.parent(made), (ast.List, ast.Tuple))


def _written(module: Module, target: str, parameter: str, value: ast.expr, span: Span) -> tuple[str | Span, ...]:
    """A mean or deviation as the list that MindSpore wants: of a number for every channel, of an array; a border by its word."""
    if parameter == "padding_mode":
        return (f"{module.spelling.name(_V + 'Border')}(", span, ")")
    if target == "Normalize" and isinstance(value, ast.Constant):
        return ("(", span, ",)")
    if target == "Normalize" and module.analysis.type_of(value).certain_kind == "ndarray":
        return (span, ".tolist()") if templates.is_atom(value) else ("(", span, ").tolist()")
    return (span,)


def _after_to_tensor(module: Module, call: ast.Call) -> bool:
    """Whether the transform gets what ``ToTensor`` has made, or computes with torch itself."""
    listed = module.source.parent(call)
    earlier = listed.elts[: listed.elts.index(call)] if isinstance(listed, (ast.List, ast.Tuple)) else []
    names = {getattr(e.func, "attr", getattr(e.func, "id", "")) for e in earlier if isinstance(e, ast.Call)}
    return bool(names & {"ToTensor", "PILToTensor"}) or any(module.api(n) for n in ast.walk(call.args[0]))


def _inside(name: ast.expr) -> frozenset[int]:
    return frozenset(id(n) for n in ast.walk(name))


def _transform(qualified: str) -> bool:
    name = qualified.removeprefix(_T)
    return qualified.startswith(_T) and (name in _TRANSFORMS or name == "Lambda")
