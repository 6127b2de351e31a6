# needs: resize_matrix
"""Resizing in all of torch's ways; MindSpore's kernels serve some of them, and take sizes."""

import math

import numpy as np
from mindspore import Tensor, float32, ops, uint8


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
    if mode not in ("nearest", "nearest-exact") and input.dtype == uint8:
        return _interpolate_bytes(input, size, factors, mode, align_corners, antialias)
    out = input
    for axis, (length, new, factor) in enumerate(zip(lengths, size, factors), 2):
        if mode in ("nearest", "nearest-exact"):
            source = _interpolate_nearest(length, new, factor, mode == "nearest-exact")
            out = ops.gather(out, Tensor(source), axis) if source else out
        else:
            matrix = resize_matrix(length, new, factor, mode == "bicubic", bool(align_corners), antialias)
            out = ops.matmul(out.swapaxes(axis, -1), Tensor(matrix.T, out.dtype)).swapaxes(axis, -1)
    return out


@ops.constexpr  # so that ms.jit works it out as Python does
def _interpolate_nearest(length, new, factor, exact):
    """Which elements of an axis are taken; nothing where it stays as it is."""
    scale = np.float32(1 / factor) if factor else np.float32(length) / np.float32(new)
    places = np.arange(new, dtype=np.float32) + np.float32(0.5 if exact else 0)
    source = np.minimum(np.floor(places * scale), length - 1).astype(np.int64)
    return () if np.array_equal(source, np.arange(length)) else tuple(source.tolist())


def _interpolate_bytes(input, size, factors, mode, align_corners, antialias):
    """Bytes by weights that are none: torch goes along the last axis first, and rounds after each."""
    out = input.astype(float32)
    for axis in range(input.ndim - 1, 1, -1):
        length, new, factor = input.shape[axis], size[axis - 2], factors[axis - 2]
        matrix = resize_matrix(length, new, factor, mode == "bicubic", bool(align_corners), antialias)
        out = ops.matmul(out.swapaxes(axis, -1), Tensor(matrix.T, float32)).swapaxes(axis, -1)
        out = ops.clamp(ops.floor(out + 0.5), 0, 255)
    return out.astype(uint8)
