"""Classes of libraries that stand on torch whose instances are Modules, by their qualified names.

Facts of transformers 5.23, timm 1.0, torch_geometric 2.8, torchmetrics 1.9, e3nn 0.6, mmengine 0.10 and diffusers 0.42, whose
classes were compared with these names; of the others by their documentation.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mindport.semantics.types import Type

if TYPE_CHECKING:
    from mindport.semantics.definitions import ClassInfo

# Patterns are texts here and in the modules of single libraries: most projects have few of these, and `re` keeps what it has met.
LIBRARIES: Final = frozenset(
    [
        "transformers",
        "diffusers",
        "peft",
        "timm",
        "clip",
        "open_clip",
        "deepspeed",
        "bitsandbytes",
        "apex",
        "torchmetrics",
        "accelerate",
        "fastai",
        "pytorch_lightning",
        "lightning",
        "mmengine",
        "mmcv",
        "e3nn",
        "sentence_transformers",
        "segmentation_models_pytorch",
        "torchtext",
    ]
)
_ROOTS: Final = LIBRARIES | {"torch_geometric"}
_OF_MODELS: Final = frozenset(["transformers", "diffusers", "peft"])
_MODEL: Final = (
    r"(?!TF|Flax|DataCollator|AutoPipeline|EMAModel|Onnx|\w*Output$)"
    r"(?:[A-Z]\w*?(?:Model(?:With\w+)?|For[A-Z]\w+|Backbone|Encoder|Decoder)|AutoencoderKL|ModelMixin)"
)
_INSIDE_MODELS: Final = (
    r"(?:transformers\.models\.\w+\.modeling_\w+|transformers\.modeling_(?!attn|flax|gguf|outputs|rope|tf|utils)\w+"
    r"|diffusers\.models(?:\.\w+)*)\."
    r"(?!TF|Flax|\w*(?:(?<!Self)Outputs?|OutputWith\w+|OutputFor\w+|Config|Cache|CacheLayer|Function|Mixin|Session|Info|Inputs?"
    r"|Kwargs|Context|Losses|Map|Interface|Processor\w*|State|Registry|Parameters)$)"
    r"[A-Z]\w*[a-z]\w*"
)
_CLASS: Final = r"[A-Z]\w*"
_CLASSES: Final = {
    "pytorch_lightning": r"(?:\w+\.)*LightningModule",
    "lightning": r"(?:\w+\.)*LightningModule",
    "mmengine": r"model\.(?:\w+\.)*(?:Base(?:Module|Model|DataPreprocessor|TTAModel|AveragedModel)|ImgDataPreprocessor"
                r"|ModuleList|ModuleDict|Sequential|ExponentialMovingAverage|StochasticWeightAverage)",
    "mmcv": r"runner\.(?:base_module\.)?(?:BaseModule|ModuleList|ModuleDict|Sequential)|cnn\.(?:\w+\.)*ConvModule",
    "torchmetrics": r"(?!functional|utilities)(?:\w+\.)*" + _CLASS,
    "torch_geometric": r"nn\.(?:\w+\.)*(?!\w*(?:Transformer|Mixin|Output|Info|Index|Function|LR|Loader|Explainer)$)" + _CLASS,
    "e3nn": r"nn\.(?:\w+\.)*" + _CLASS
            + r"|o3\.(?:\w+\.)*(?:\w*TensorProduct(?:v2)?|TensorSquare|Linear|Norm|SphericalHarmonics(?:AlphaBeta)?|Legendre"
            r"|ReducedTensorProducts|ToS2Grid|FromS2Grid)",
    "timm": r"(?:models|layers|loss)\.(?:\w+\.)*(?!\w*(?:Cfg|AutoFn|LayerFn|Info|Hooks|Builder|Format|Iterator|Interpolator)$"
            r"|[A-Z\d_]+_[A-Z]*$)" + _CLASS + r"|utils\.(?:model_ema\.)?ModelEmaV[23]",
    "clip": r"model\.(?:CLIP|Transformer|VisionTransformer|ModifiedResNet|ResidualAttentionBlock|AttentionPool2d"
            r"|Bottleneck)",
    "open_clip": r"(?:\w+\.)?(?:CLIP|CustomTextCLIP|CoCa|VisionTransformer|TextTransformer|Transformer|ModifiedResNet"
                 r"|TimmModel|HFTextEncoder)",
    "deepspeed": r"(?:runtime\.engine\.)?DeepSpeedEngine|(?:runtime\.)?pipe\.(?:module\.)?PipelineModule|moe\.layer\.MoE",
    "fastai": r"(?:\w+\.)*(?:torch_core|layers|losses)\.(?!Tensor|BaseLoss|\w+Flat$|DiceLoss$)" + _CLASS,
    "apex": r"normalization\.(?:\w+\.)*" + _CLASS,
    "bitsandbytes": r"nn\.(?:modules\.)?(?:Linear\w+|\w*Embedding\w*)",
    "sentence_transformers": r"SentenceTransformer|(?:cross_encoder\.)?CrossEncoder|models\." + _CLASS,
    "segmentation_models_pytorch": r"(?:losses\.|encoders\.|decoders\.\w+\.)?" + _CLASS,
}  # fmt: skip
_BASES: Final = frozenset(
    [
        "PreTrainedModel",
        "ModelMixin",
        "LightningModule",
        "BaseModule",
        "BaseModel",
        "MessagePassing",
        "Metric",
        "Module",
    ]
)
"""Classes of which what derives from them says itself what it gives."""
CONTAINERS: Final = {
    f"{package}.{leaf}": f"torch.nn.{leaf}"
    for package in ("mmengine.model", "mmengine.model.base_module", "mmcv.runner", "mmcv.runner.base_module")
    for leaf in ("ModuleList", "ModuleDict", "Sequential")
}
"""Classes that hold Modules as torch's do, by their names."""


def is_module(name: str) -> bool:
    """Whether a qualified name is that of a class of one of the libraries that is a Module."""
    root, _, rest = name.partition(".")
    if root in _OF_MODELS:
        return (
            re.fullmatch(_MODEL, name.rpartition(".")[2]) is not None or re.fullmatch(_INSIDE_MODELS, name) is not None
        )
    text = _CLASSES.get(root)
    return text is not None and re.fullmatch(text, rest) is not None


def instance(name: str) -> Type:
    """An instance of one of these classes, by the name of the class alone: they are at several places of their packages."""
    return Type("module", f"{name.partition('.')[0]}.{name.rpartition('.')[2]}")


def base(name: str) -> str:
    """What a class that derives from one of these is said to descend from: the library's class, where calling an instance
    runs what that one has, else torch's; empty where it is no Module."""
    if not is_module(name):
        return ""
    if name in CONTAINERS:
        return CONTAINERS[name]
    root, leaf = name.partition(".")[0], name.rpartition(".")[2]
    return "torch.nn.Module" if leaf in _BASES else f"{root}.{leaf}"


def derives(cls: ClassInfo, roots: tuple[str, ...], leaves: tuple[str, ...]) -> bool:
    """Whether a class descends from one of the packages ``roots`` whose name ends in one of ``leaves``."""
    bases = [base for one in cls.lineage() for base in one.bases]
    return any(
        base.kind == "namespace" and base.name.startswith(roots) and base.name.endswith(leaves) for base in bases
    )


def is_of_library(name: str) -> bool:
    """Whether a Module's name is one of such a library: what it gives has parts mostly, and is no tensor."""
    return name.partition(".")[0] in _ROOTS
