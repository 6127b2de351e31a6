"""Numbers taken apart into a fraction and a power of two."""

import numpy as np
from mindspore import Tensor


def frexp(input, *, out=None):
    """As ``torch.frexp``: ``(mantissa, exponent)``; computed on the host, so it takes no part in differentiation."""
    fraction, power = np.frexp(input.asnumpy())
    return Tensor(fraction), Tensor(power.astype(np.int32))
