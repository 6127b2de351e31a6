import numpy as np
from mindspore import Tensor, ops


def recorded_gather(input, dim, index, *, sparse_grad=False):
    """As ``torch.gather``, for gradients of gradients."""
    axis = dim % input.ndim
    steps = [int(np.prod(input.shape[i + 1 :])) for i in range(input.ndim)]
    others = np.zeros((1,) * input.ndim, np.int64)
    for i, count in enumerate(index.shape):
        if i != axis:
            others = others + (np.arange(count) * steps[i]).reshape([-1 if i == j else 1 for j in range(input.ndim)])
    places = index.long() * steps[axis] + Tensor(others)
    return ops.gather(input.reshape(-1), places.reshape(-1), 0).reshape(index.shape)
