# needs: broadcast_tensors
"""The next number towards another."""

import numpy as np
from mindspore import Tensor


def nextafter(input, other, *, out=None):
    """As ``torch.nextafter``, on the host: on a CPU ``ops.nextafter`` changes no float32, and is wrong for shapes that differ."""
    return Tensor(np.nextafter(*(each.asnumpy() for each in broadcast_tensors(input, other))))
