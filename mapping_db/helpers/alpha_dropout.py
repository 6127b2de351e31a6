"""Dropout that keeps mean and variance of what SELU gives."""

from mindspore import ops


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """As ``torch.nn.functional.alpha_dropout``."""
    if not training or p == 0:
        return input
    if p == 1:
        return input * 0
    low = -1.7580993408473766
    scale = ((1 - p) * (1 + p * low * low)) ** -0.5
    keep = (ops.rand_like(input) >= p).to(input.dtype)
    return scale * (input * keep + low * (1 - keep)) - scale * low * p
