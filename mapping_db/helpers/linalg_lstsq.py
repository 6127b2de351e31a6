"""Least squares."""

from collections import namedtuple

import numpy as np
from mindspore import Tensor

_Result = namedtuple("_Result", "solution residuals rank singular_values")


def linalg_lstsq(input, b, rcond=None, *, driver=None):
    """As ``torch.linalg.lstsq`` of one matrix; computed on the host, so it takes no part in differentiation."""
    found = np.linalg.lstsq(input.asnumpy(), b.asnumpy(), rcond)
    return _Result(Tensor(found[0]), Tensor(found[1]), Tensor(np.int64(found[2])), Tensor(found[3]))
