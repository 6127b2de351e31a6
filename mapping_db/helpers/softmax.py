"""A softmax whose gradient may come after that of a softmax over one element."""

from mindspore import ops


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """As ``torch.softmax``. After the gradient of a softmax over an axis of one element, MindSpore 2.10 gives wrong ones for all
    others along that axis on a CPU, in the whole process: it is not asked for that one.
    """
    x = input if dtype is None else input.to(dtype)
    axis = (0 if x.ndim in (0, 1, 3) else 1) if dim is None else dim
    return ops.softmax(x, axis) if x.ndim and x.shape[axis] != 1 else ops.exp(x - x)
