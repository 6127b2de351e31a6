"""Limits of an integer type, as ``torch.iinfo`` gives them."""

import numpy as np


def iinfo(dtype):
    """An object with ``min``, ``max`` and ``bits``."""
    return np.iinfo(str(dtype).lower())
