"""A complex tensor of its real and imaginary parts."""

import numpy as np
from mindspore import ops


def complex_tensor(real, imag, *, out=None):
    """As ``torch.complex``; ``ops.Complex`` does not broadcast on a CPU."""
    shape = np.broadcast_shapes(real.shape, imag.shape)
    return ops.Complex()(ops.broadcast_to(real, shape), ops.broadcast_to(imag, shape))
