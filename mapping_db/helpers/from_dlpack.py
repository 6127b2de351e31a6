"""Tensors that other libraries hand over in memory."""

import numpy as np
from mindspore import Tensor
from mindspore.utils import dlpack


def from_dlpack(ext_tensor, *, copy=None):
    """As ``torch.from_dlpack``: a tensor of a capsule, or of what makes one; arrays go through NumPy."""
    if isinstance(ext_tensor, Tensor):
        found = ext_tensor
    elif hasattr(ext_tensor, "__dlpack__"):
        found = Tensor.from_numpy(np.from_dlpack(ext_tensor))
    else:
        found = dlpack.from_dlpack(ext_tensor)
    return found.copy() if copy else found
