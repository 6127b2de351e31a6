"""A tensor of one value, of the type that the value has."""

import mindspore as ms
import numpy as np
from mindspore import ops


def full(size, fill_value, *, dtype=None, device=None, layout=None):
    """As ``torch.full``; without a dtype MindSpore's makes whole numbers of whatever value it is given."""
    if dtype is None:
        value = fill_value.asnumpy() if isinstance(fill_value, ms.Tensor) else fill_value
        kinds = {"f": ms.float32, "b": ms.bool_, "c": ms.complex64}
        dtype = kinds.get(np.asarray(value).dtype.kind, ms.int64)
    return ops.full(size, fill_value, dtype=dtype)
