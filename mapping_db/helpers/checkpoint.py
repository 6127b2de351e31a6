"""Recomputation of activations instead of keeping them."""

import mindspore as ms
from mindspore import nn


def checkpoint(function, *args, use_reentrant=None, preserve_rng_state=True, **kwargs):
    """As ``torch.utils.checkpoint.checkpoint``; MindSpore recomputes Cells, other functions are just called."""
    if isinstance(function, nn.Cell) and not kwargs:
        return ms.recompute(function, *args)
    return function(*args, **kwargs)
