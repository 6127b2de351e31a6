# needs: pooling_windows
"""Averages over windows of two or three axes."""

import numpy as np
from mindspore import Tensor, ops


def avg_pool(input, axes, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor):
    """Sums over the windows of the padded input, each divided by ``divisor`` or by the elements that count in it."""

    def each(value):
        value = tuple(value) if isinstance(value, (list, tuple)) else (value,)
        return value * axes if len(value) == 1 else value

    kernel, pad = each(kernel_size), each(padding)
    step = each(stride) if stride not in (None, (), []) else kernel
    edges, counts = [], np.ones((1,) * axes)
    for axis, length in enumerate(input.shape[-axes:]):
        end, count = pooling_windows(length, kernel[axis], step[axis], pad[axis], ceil_mode, count_include_pad)
        edges = [pad[axis], end, *edges]
        counts = counts * count.reshape([-1 if axis == other else 1 for other in range(axes)])
    x = input if input.ndim == axes + 2 else input.expand_dims(0)
    x = ops.pad(x, edges) if any(edges) else x
    means = ops.avg_pool2d(x, kernel, step) if axes == 2 else ops.avg_pool3d(x, kernel, step)
    share = np.prod(kernel) / (counts if divisor is None else divisor)
    out = means * Tensor(np.asarray(share), input.dtype)
    return out if input.ndim == axes + 2 else out.squeeze(0)
