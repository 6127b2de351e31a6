"""Derivatives of the digamma function."""

import mindspore as ms
from mindspore import Tensor, ops


def polygamma(n, input, *, out=None):
    """As ``torch.polygamma``; ``ops.polygamma`` takes the order as a tensor."""
    return ops.digamma(input) if n == 0 else ops.polygamma(Tensor(n, ms.int32), input)
