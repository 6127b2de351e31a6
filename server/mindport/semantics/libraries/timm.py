"""What timm's functions and classes give that are no Modules (facts of version 1.0, and of the names that older ones have)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from mindport.semantics.arguments import Arguments
from mindport.semantics.libraries.objects import AVERAGE
from mindport.semantics.types import (
    INT,
    MODULE,
    OTHER,
    PAIR,
    PARAMETER_GROUP,
    TENSOR,
    UNKNOWN,
    Type,
    callable_to,
    list_of,
    tuple_of,
)
from mindport.semantics.word_sets import words

_TENSORS: Final = words("""
    trunc_normal_ trunc_normal_tf_ variance_scaling_ lecun_normal_ drop_path drop_block_2d drop_block_fast_2d conv2d_same
    adaptive_avgmax_pool2d select_adaptive_pool2d pad_same global_pool_nlc resample_patch_embed resample_abs_pos_embed
    resample_abs_pos_embed_nhwc apply_rot_embed apply_rot_embed_cat fast_layer_norm fast_group_norm gen_relative_position_index
    build_sincos2d_pos_embed apply_keep_indices_nlc
""")
_MODULES: Final = words("create_conv2d create_norm_act_layer create_norm_layer create_pool2d")
_OF_WINDOWS: Final = words("window_partition window_reverse grid_partition grid_reverse resize_pos_embed")
_MODEL: Final = (
    r"(?!(?:get|init|create|window|grid|rotate|resize|checkpoint|make|build|generate|downsample|add|default|load|apply|num|rand)_"
    r"|conv\d|val2)"
    r"(?:[a-z][a-z_]*\d\w*|[a-z]\w*_(?:tiny|small|base|large|huge|xlarge|xl|nano|pico|femto|atto|micro|mini|medium|xs|xxs|s|m|l|b)(?:_\w+)?)"
)
"""Functions that build a model of one size: ``resnet50``, ``swin_base_patch4_window7_224``, ``mixnet_xl``."""
_NO_OPTIMIZERS: Final = frozenset(["OptimInfo", "OptimizerRegistry"])
_NO_TENSORS: Final = frozenset(["use_prefetcher", "separate"])
_TUPLES: Final = {"to_2tuple": 2, "to_3tuple": 3, "to_4tuple": 4}


_STARS: Final = {
    "timm.utils": words("accuracy reduce_tensor unwrap_model ModelEma NativeScaler ApexScaler CheckpointSaver"),
    "timm.loss": words("LabelSmoothingCrossEntropy SoftTargetCrossEntropy JsdCrossEntropy BinaryCrossEntropy"),
}


STARS: Final[Mapping[str, Mapping[str, Type]]] = {
    module: {leaf: Type("namespace", f"{module}.{leaf}") for leaf in leaves} for module, leaves in _STARS.items()
}
"""What is known of the names that a star import brings, by module."""


def library(name: str, given: Arguments) -> Type:
    """Result of a function or class of timm that is no Module's."""
    package, _, rest = name.removeprefix("timm.").partition(".")
    leaf = rest.rpartition(".")[2]
    if package == "models" and rest.startswith("layers."):
        package = "layers"
    if leaf == "create_model" and package == "models" or name == "timm.create_model":
        return Type("module", "timm.create_model")
    if package == "models":
        return _of_models(leaf)
    if package == "layers":
        return _of_layers(leaf, given)
    if package == "utils":
        return _of_utils(leaf, given)
    if package == "data":
        return _of_data(leaf, given)
    if package == "optim":
        return _of_optim(leaf)
    if package == "scheduler":  # which do not derive from torch's
        schedule = leaf.endswith(("LRScheduler", "create_scheduler", "create_scheduler_v2"))
        return UNKNOWN if not schedule else tuple_of(OTHER, INT) if leaf.startswith("create") else OTHER
    return UNKNOWN


def _of_models(leaf: str) -> Type:
    if leaf in _OF_WINDOWS:
        return TENSOR
    return Type("module", f"timm.{leaf}") if re.fullmatch(_MODEL, leaf) else UNKNOWN


def _of_layers(leaf: str, given: Arguments) -> Type:
    if leaf in _TENSORS:
        return TENSOR
    if leaf in _MODULES:
        return MODULE
    count = _TUPLES.get(leaf)
    if count is None:
        return UNKNOWN
    first = given.first
    if first.kind == "tuple" and first.name != "...":
        return first
    return tuple_of(*([INT if first.kind == "int" else UNKNOWN] * count))


def _of_utils(leaf: str, given: Arguments) -> Type:
    if leaf == "accuracy":
        return list_of(TENSOR)
    if leaf == "reduce_tensor":
        return TENSOR
    if leaf == "unwrap_model":
        return given.first if given.first.kind == "module" else MODULE
    if leaf == "ModelEma":
        return Type("other", AVERAGE, (given.first if given.first.kind == "module" else MODULE,))
    return OTHER if leaf in ("NativeScaler", "ApexScaler", "CheckpointSaver") else UNKNOWN


def _of_data(leaf: str, given: Arguments) -> Type:
    if leaf == "create_loader":
        return Type("dataloader")
    if leaf in ("create_dataset", "ImageDataset", "IterableImageDataset", "AugMixDataset"):
        return Type("dataset")
    if leaf in ("Mixup", "FastCollateMixup"):
        return callable_to(PAIR)
    if leaf == "create_transform" and _NO_TENSORS.isdisjoint(given.keywords):
        return callable_to(TENSOR)
    return UNKNOWN


def _of_optim(leaf: str) -> Type:
    if leaf.startswith("create_optimizer") or leaf[:1].isupper() and leaf not in _NO_OPTIMIZERS:
        return Type("optimizer")
    return list_of(PARAMETER_GROUP) if leaf.startswith("param_groups_") or leaf == "add_weight_decay" else UNKNOWN


def member_of_average(owner: Type, name: str) -> Type:
    """``average.ema``: the Module whose weights are averages."""
    return owner.items[0] if name == "ema" else UNKNOWN
