"""Two tensors multiplied and summed over pairs of axes."""

from mindspore import ops


def tensordot(a, b, dims=2, out=None):
    """As ``torch.tensordot``: ``dims`` is a number of axes, or the axes of each."""
    return ops.tensor_dot(a, b, dims if isinstance(dims, int) else tuple(tuple(axes) for axes in dims))
