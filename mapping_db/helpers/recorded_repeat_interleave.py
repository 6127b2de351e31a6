import numpy as np
from mindspore import Tensor, ops


def recorded_repeat_interleave(input, repeats, dim=None, *, output_size=None):
    """As ``torch.repeat_interleave``, for gradients of gradients."""
    if dim is None:
        input, dim = input.reshape(-1), 0
    counts = repeats.asnumpy() if isinstance(repeats, Tensor) else repeats
    return ops.gather(input, Tensor(np.repeat(np.arange(input.shape[dim]), counts)), dim)
