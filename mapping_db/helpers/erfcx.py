"""The complementary error function times ``exp(x * x)``."""

import math

from mindspore import ops


def erfcx(input, *, out=None):
    """As ``torch.special.erfcx``; for large arguments by a continued fraction, where ``erfc`` itself would be 0."""
    small = ops.minimum(input, 3.0)
    large = ops.maximum(input, 3.0)
    fraction = large
    for order in range(16, 0, -1):
        fraction = large + order / 2 / fraction
    near = ops.exp(small * small) * ops.erfc(small)
    return ops.where(input < 3, near, 1 / (fraction * math.sqrt(math.pi)))
