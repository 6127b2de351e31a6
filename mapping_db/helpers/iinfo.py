"""Limits of an integer type, as ``torch.iinfo`` gives them."""

import mindspore as ms
import numpy as np


def iinfo(dtype):
    """An object with ``min``, ``max`` and ``bits``."""
    return np.iinfo(ms.dtype_to_nptype(dtype))
