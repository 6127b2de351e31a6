# needs: resize_matrix
"""Resizing in all of torch's ways; MindSpore's kernels serve some of them, and take sizes."""

import math

import numpy as np
from mindspore import Tensor, ops


def interpolate(
    input,
    size=None,
    scale_factor=None,
    mode="nearest",
    align_corners=None,
    recompute_scale_factor=None,
    antialias=False,
):
    """As ``torch.nn.functional.interpolate``."""
    lengths = input.shape[2:]
    factors = [None] * len(lengths)
    if size is None:
        given = list(scale_factor) if isinstance(scale_factor, (tuple, list)) else [scale_factor] * len(lengths)
        size = [math.floor(float(n * f)) for n, f in zip(lengths, given)]
        factors = factors if recompute_scale_factor else given
    elif isinstance(size, int):
        size = [size] * len(lengths)
    if mode == "area":
        return ops.interpolate(input, size=tuple(size), mode=mode)
    out = input
    for axis, (length, new, factor) in enumerate(zip(lengths, size, factors), 2):
        if mode in ("nearest", "nearest-exact"):
            scale = np.float32(1 / factor) if factor else np.float32(length) / np.float32(new)
            places = np.arange(new, dtype=np.float32) + np.float32(0 if mode == "nearest" else 0.5)
            source = np.minimum(np.floor(places * scale), length - 1).astype(np.int64)
            out = out if np.array_equal(source, np.arange(length)) else ops.gather(out, Tensor(source), axis)
        else:
            matrix = resize_matrix(length, new, factor, mode == "bicubic", bool(align_corners), antialias)
            out = ops.matmul(out.swapaxes(axis, -1), Tensor(matrix.T, out.dtype)).swapaxes(axis, -1)
    return out
