"""Dropout of whole channels."""

from mindspore import ops


def feature_dropout(input, p, training, kept_axes):
    """Zeroes everything along the axes after the first ``kept_axes`` with probability ``p``, and scales the rest up."""
    if not training or p == 0:
        return input
    if p == 1:
        return input * 0
    shape = input.shape[:kept_axes] + (1,) * (input.ndim - kept_axes)
    return input * (ops.rand(shape) >= p).to(input.dtype) / (1 - p)
