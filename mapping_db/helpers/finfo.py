"""Limits of a floating point type, as ``torch.finfo`` gives them."""

import mindspore as ms
import numpy as np


def finfo(dtype=ms.float32):
    """An object with ``min``, ``max``, ``eps``, ``tiny``, ``smallest_normal``, ``resolution``, ``bits`` and ``dtype``."""

    class Limits:
        pass

    limits = Limits()
    limits.dtype = str(dtype).lower()
    if dtype == ms.bfloat16:  # NumPy does not know it
        values = (3.3895313892515355e38, 0.0078125, 1.1754943508222875e-38, 0.01, 16)
    else:
        info = np.finfo(limits.dtype)
        values = (float(info.max), float(info.eps), float(info.tiny), float(info.resolution), info.bits)
    limits.max, limits.eps, limits.tiny, limits.resolution, limits.bits = values
    limits.min, limits.smallest_normal = -limits.max, limits.tiny
    return limits
