"""Public names of torch and what they return: facts, written by ``scripts/torch_names.py``."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

FAMILIES: Final = ("torch", "torchvision", "torchaudio")
VERSION: Final = "2.13.0"
"""The version of torch that the table is of, and that everything is tested with."""

_NAMESPACES: Final = [
    "torchvision", "torchvision.models", "torchvision.models.detection", "torchvision.models.segmentation",
    "torchvision.models.video", "torchvision.models.quantization", "torchvision.models.resnet",
    "torchvision.models.vgg", "torchvision.models.densenet", "torchvision.models.mobilenet",
    "torchvision.models.inception", "torchvision.models.feature_extraction",
    "torchvision.models._utils", "torchvision.models.vision_transformer", "torchvision.transforms",
    "torchvision.transforms.functional", "torchvision.transforms.v2", "torchvision.transforms.v2.functional",
    "torchvision.transforms.transforms", "torchvision.datasets", "torchvision.datasets.folder", "torchvision.ops",
    "torchvision.ops.misc", "torchvision.ops.boxes", "torchvision.utils", "torchvision.io", "torchvision.tv_tensors",
    "torchvision.models.detection.rpn", "torchvision.models.detection.faster_rcnn",
    "torchvision.models.detection.mask_rcnn", "torchaudio", "torchaudio.transforms", "torchaudio.functional",
    "torchaudio.datasets", "torchaudio.models", "torchaudio.pipelines", "torchaudio.compliance",
    "torchaudio.compliance.kaldi", "torchaudio.io", "torchaudio.utils", "torchaudio.sox_effects",
    "torchaudio.backend", "torch._C", "torch.nn.modules", "torch.optim.optimizer",
]  # fmt: skip

_SPECIAL_ALIASES: Final = {
    "torch.optim.lr_scheduler._LRScheduler": "torch.optim.lr_scheduler.LRScheduler",
    "torch.tensor.Tensor": "torch.Tensor",
    "torch._tensor.Tensor": "torch.Tensor",
    "torch.nn.functional.Tensor": "torch.Tensor",
    "torch.types.Device": "torch.types.Device",
}


@dataclass(frozen=True)
class TorchName:
    """``kind``: function, class, method, attribute, value or namespace. ``returns`` as in a mapping row."""

    kind: str
    returns: str = "any"


@dataclass(frozen=True)
class TorchNames:
    """Names by their full dotted form, and the members of classes by theirs."""

    names: dict[str, TorchName]
    members: dict[str, dict[str, TorchName]] = field(default_factory=dict)

    def get(self, name: str) -> TorchName | None:
        found = self.names.get(name)
        if found is None and "." in name:
            owner, _, leaf = name.rpartition(".")
            return self.members.get(owner, {}).get(leaf)
        return found

    def canonical(self, name: str) -> str:
        """The public name of what ``name`` imports: ``torch.nn.modules.linear.Linear`` is ``torch.nn.Linear``."""
        if name in self.names:
            return name
        special = _SPECIAL_ALIASES.get(name)
        if special:
            return special
        if name.startswith("torch.nn.") and name.endswith(".Tensor"):
            return "torch.Tensor"  # which its modules import themselves
        parts = name.split(".")
        # Definitions live one or two private modules below the namespace that exports them.
        for drop in (1, 2):
            if len(parts) - drop < 2 or not all(_MODULE.match(p) for p in parts[-1 - drop : -1]):
                break
            short = ".".join([*parts[: -1 - drop], parts[-1]])
            if short in self.names and self.names[short].kind != "namespace":
                return short
        return name


_MODULE: Final = re.compile(r"^[a-z_]\w*$")
_KINDS: Final = {"f": "function", "c": "class", "m": "method", "a": "attribute", "v": "value", "n": "namespace"}


@cache
def _parse(word: str) -> TorchName:
    kind, _, returns = word.partition(" ")
    return TorchName(_KINDS[kind], returns or "any")


@lru_cache(maxsize=1)
def torch_names() -> TorchNames:
    """The table, read once. Effect: reads a file of the package."""
    raw = json.loads(Path(__file__).with_name("torch_names.json").read_text("utf-8"))
    names: dict[str, TorchName] = {}
    for word, group in raw["names"].items():
        names.update(dict.fromkeys(group, _parse(word)))
    members: dict[str, dict[str, TorchName]] = {}
    for owner, words in raw["members"].items():
        members[owner] = {name: _parse(word) for word, group in words.items() for name in group}
    for name in _NAMESPACES:
        names.setdefault(name, TorchName("namespace"))
    return TorchNames(names, members)
