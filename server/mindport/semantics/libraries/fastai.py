"""fastai, whose star imports bring torch along: ``from fastai.vision.all import *`` (facts of versions 1.0 and 2.8)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from mindport.semantics.types import TENSOR, UNKNOWN, Type
from mindport.semantics.word_sets import words

_OWN: Final = "fastai.torch_core"
_TYPES: Final = words("as_tensor Tensor ByteTensor LongTensor FloatTensor HalfTensor DoubleTensor")
_SAMPLING: Final = words("BatchSampler IterableDataset RandomSampler Sampler SequentialSampler")
_TORCH_S: Final = {
    "torch": "torch",
    "nn": "torch.nn",
    "F": "torch.nn.functional",
    **{leaf: f"torch.{leaf}" for leaf in sorted(_TYPES)},
    **{leaf: f"torch.utils.data.{leaf}" for leaf in sorted(_SAMPLING)},
    "np": "numpy",
    "pd": "pandas",
    "plt": "matplotlib.pyplot",
}
_CORE_S: Final = words(
    "Module TensorBase TensorCategory TensorImage TensorImageBW TensorMask concat tensor to_cpu to_detach to_np"
)
_LAYERS: Final = words("""
    AdaptiveConcatPool1d AdaptiveConcatPool2d ConvLayer Embedding Flatten Identity Lambda LinBnDrop MergeLayer Mish PartialLambda
    PooledSelfAttention2d ProdLayer ResBlock ResizeBatch SelfAttention SequentialEx SimpleCNN SimpleSelfAttention
    TimeDistributed View
""")
_LOSSES: Final = words("FocalLoss LabelSmoothingCrossEntropy")
_CORE: Final[Mapping[str, Type]] = {leaf: Type("namespace", f"{_OWN}.{leaf}") for leaf in sorted(_CORE_S)}
_ALL: Final[Mapping[str, Type]] = {
    **{leaf: Type("namespace", name) for leaf, name in _TORCH_S.items()},
    **_CORE,
    **{leaf: Type("namespace", f"fastai.layers.{leaf}") for leaf in sorted(_LAYERS)},
    **{leaf: Type("namespace", f"fastai.losses.{leaf}") for leaf in sorted(_LOSSES)},
}
_WHOLE: Final = r"fastai2?\.(?:(?:[a-z_]+\.)*(?:all|basics|torch_basics)|vision|text|tabular|collab)"
"""Modules that do not say what a star import of them brings: all that they have."""
_TENSORS: Final = words("tensor concat to_cpu to_detach TensorBase TensorCategory TensorImage TensorImageBW TensorMask")


def brought(module: str) -> Mapping[str, Type] | None:
    """What is known of the names that a star import of the module brings."""
    if re.fullmatch(_WHOLE, module) is not None:
        return _ALL
    return _CORE if module in (_OWN, "fastai2.torch_core") else None


def library(name: str) -> Type:
    """Result of a function or class of fastai's that is no Module's."""
    return TENSOR if name.rpartition(".")[2] in _TENSORS else UNKNOWN
