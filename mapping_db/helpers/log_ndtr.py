"""The logarithm of the normal distribution's area up to a point."""

import math

from mindspore import ops


def log_ndtr(input, *, out=None):
    """As ``torch.special.log_ndtr``; far to the left by an asymptotic series, where the area itself would be 0."""
    left = ops.minimum(input, -9.0)
    square = 1 / (left * left)
    series = 1 - square * (1 - square * (3 - square * (15 - square * (105 - 945 * square))))
    far = -left * left / 2 - ops.log(-left * math.sqrt(2 * math.pi)) + ops.log(series)
    near = ops.log(ops.erfc(-ops.maximum(input, -10.0) / math.sqrt(2)) / 2)
    return ops.where(input < -10, far, near)
