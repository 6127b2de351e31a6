# needs: erfinv
"""The quantiles of the normal distribution."""

import math


def ndtri(input, *, out=None):
    """As ``torch.special.ndtri``."""
    return erfinv(2 * input - 1) * math.sqrt(2)
