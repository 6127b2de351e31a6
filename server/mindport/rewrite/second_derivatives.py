"""Where gradients of gradients are asked for, and what has none in MindSpore: what stands in its place, by torch's name.

Measured on a CPU with MindSpore 2.10. The helpers are made of operations that have second derivatives,
take torch's arguments and give the same values; they are slower, so that other code keeps MindSpore's own.
"""

from __future__ import annotations

import re
from typing import Final

_ASKED: Final = re.compile(
    r"create_graph\s*=\s*(?!False)"
    r"|\.functional\.(?:hessian|hvp|vhp)\b"
    r"|\bimport\b[^\n]*\b(?:hessian|hvp|vhp)\b"
    r"|\b(?:torch\.func|func|functorch)\.hessian\b"
    r"|\bgrad\([^#\n]*,\s*True,\s*True\b"
)


def asked(text: str) -> bool:
    """Whether a text asks for gradients of gradients."""
    return _ASKED.search(text) is not None


_POOLS: Final = ("avg_pool", "max_pool", "adaptive_avg_pool", "adaptive_max_pool")
_F: Final = "torch.nn.functional."

FUNCTIONS: Final = {
    **{f"{_F}{pool}{n}d": f"recorded_{pool}{n}d" for pool in _POOLS for n in (1, 2, 3)},
    **{f"torch.{pool}{n}d": f"recorded_{pool}{n}d" for pool in _POOLS for n in (1, 2, 3)},
    "torch.amax": "recorded_amax",
    "torch.amin": "recorded_amin",
    "torch.bmm": "recorded_matmul",
    "torch.diag": "recorded_diag",
    "torch.diagonal": "recorded_diagonal",
    "torch.einsum": "recorded_einsum",
    "torch.functional.einsum": "recorded_einsum",
    "torch.gather": "recorded_gather",
    "torch.hardshrink": "recorded_hardshrink",
    "torch.log_softmax": "recorded_log_softmax",
    "torch.prod": "recorded_prod",
    "torch.repeat_interleave": "recorded_repeat_interleave",
    "torch.softmax": "recorded_softmax",
    "torch.sort": "recorded_sort",
    "torch.special.log_softmax": "recorded_log_softmax",
    "torch.special.softmax": "recorded_softmax",
    "torch.trace": "recorded_trace",
    "torch.unbind": "recorded_unbind",
    f"{_F}binary_cross_entropy_with_logits": "recorded_binary_cross_entropy_with_logits",
    f"{_F}cross_entropy": "recorded_cross_entropy",
    f"{_F}elu": "recorded_elu",
    f"{_F}gelu": "recorded_gelu",
    f"{_F}group_norm": "recorded_group_norm",
    f"{_F}hardshrink": "recorded_hardshrink",
    f"{_F}hardswish": "recorded_hardswish",
    f"{_F}interpolate": "recorded_interpolate",
    f"{_F}log_softmax": "recorded_log_softmax",
    f"{_F}nll_loss": "recorded_nll_loss",
    f"{_F}pad": "recorded_pad",
    f"{_F}relu6": "recorded_relu6",
    f"{_F}smooth_l1_loss": "recorded_smooth_l1_loss",
    f"{_F}softmax": "recorded_softmax",
    f"{_F}softmin": "recorded_softmin",
    f"{_F}softshrink": "recorded_softshrink",
    f"{_F}upsample": "recorded_interpolate",
}
METHODS: Final = {
    f"torch.Tensor.{name}": f"recorded_{name}"
    for name in (
        "amax",
        "amin",
        "diag",
        "diagonal",
        "gather",
        "log_softmax",
        "prod",
        "repeat",
        "repeat_interleave",
        "softmax",
        "sort",
        "trace",
        "unbind",
    )
} | {"torch.Tensor.bmm": "recorded_matmul"}

_PADS: Final = {"Reflection": "reflect", "Replication": "replicate", "Circular": "circular"}

LAYERS: Final = {
    **{f"torch.nn.{name}{n}d": (f"recorded_{pool}{n}d", "")
       for name, pool in zip(("AvgPool", "MaxPool", "AdaptiveAvgPool", "AdaptiveMaxPool"), _POOLS)
       for n in (1, 2, 3)},
    **{f"torch.nn.{name}Pad{n}d": ("recorded_each_side", f'axes={n}, mode="{mode}"')
       for name, mode in _PADS.items() for n in (1, 2, 3)},
    "torch.nn.BCEWithLogitsLoss": ("recorded_binary_cross_entropy_with_logits", ""),
    "torch.nn.CrossEntropyLoss": ("recorded_cross_entropy", ""),
    "torch.nn.ELU": ("recorded_elu", ""),
    "torch.nn.GELU": ("recorded_gelu", ""),
    "torch.nn.Hardshrink": ("recorded_hardshrink", ""),
    "torch.nn.Hardswish": ("recorded_hardswish", ""),
    "torch.nn.LogSoftmax": ("recorded_log_softmax", ""),
    "torch.nn.NLLLoss": ("recorded_nll_loss", ""),
    "torch.nn.ReLU6": ("recorded_relu6", ""),
    "torch.nn.SmoothL1Loss": ("recorded_smooth_l1_loss", ""),
    "torch.nn.Softmax": ("recorded_softmax", ""),
    "torch.nn.Softmax2d": ("recorded_softmax", "dim=-3"),
    "torch.nn.Softmin": ("recorded_softmin", ""),
    "torch.nn.Softshrink": ("recorded_softshrink", ""),
    "torch.nn.Upsample": ("recorded_interpolate", ""),
    "torch.nn.UpsamplingBilinear2d": ("recorded_interpolate", 'mode="bilinear", align_corners=True'),
    "torch.nn.UpsamplingNearest2d": ("recorded_interpolate", 'mode="nearest"'),
}  # fmt: skip
"""Layers without weights: the function that such a layer calls, and what it calls it with beside the layer's own arguments."""

WEIGHTED: Final = frozenset(
    f"torch.nn.{name}"
    for name in ("BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "GroupNorm", "LayerNorm", "LSTM", "PReLU")
)
"""Layers that keep their class and their weights, and compute otherwise."""

MOST_POSITIONAL: Final = {
    f"{_F}softmax": 2,
    f"{_F}log_softmax": 2,
    f"{_F}softmin": 2,
    "torch.softmax": 2,
    "torch.log_softmax": 2,
    "torch.special.softmax": 2,
    "torch.special.log_softmax": 2,
    "torch.Tensor.softmax": 1,
    "torch.Tensor.log_softmax": 1,
    **{f"torch.nn.MaxPool{n}d": 4 for n in (1, 2, 3)},
}
"""Arguments that stand at the same place in the helper; more than that are not given to it."""
