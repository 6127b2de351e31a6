"""Resizing by a factor: MindSpore takes sizes."""

import math

from mindspore import mint, ops


def interpolate(
    input,
    size=None,
    scale_factor=None,
    mode="nearest",
    align_corners=None,
    recompute_scale_factor=None,
    antialias=False,
):
    """As ``torch.nn.functional.interpolate`` for nearest, linear, bilinear, trilinear and area."""
    if antialias or mode == "bicubic":
        raise NotImplementedError("bicubic and antialiased resizing differ in MindSpore")
    if size is None:
        axes = input.ndim - 2
        factors = scale_factor if isinstance(scale_factor, (tuple, list)) else (scale_factor,) * axes
        exact = [n * f for n, f in zip(input.shape[2:], factors)]
        size = tuple(math.floor(n) for n in exact)
        if mode != "area" and not recompute_scale_factor and align_corners is not True and size != tuple(exact):
            if mode != "nearest":
                raise NotImplementedError("a factor that gives no whole size needs recompute_scale_factor=True")
            return mint.nn.functional.interpolate(input, scale_factor=tuple(float(f) for f in factors))
    if mode in ("nearest", "trilinear"):
        return mint.nn.functional.interpolate(input, size=size, mode=mode, align_corners=align_corners)
    if mode == "area":
        return ops.interpolate(input, size=size, mode=mode)
    return ops.interpolate(input, size=size, mode=mode, align_corners=bool(align_corners))
