"""The smallest and the largest element, of all or along an axis."""

from mindspore import ops


def aminmax(input, *, dim=None, keepdim=False, out=None):
    """As ``torch.aminmax``: ``(smallest, largest)``."""
    axis = tuple(range(input.ndim)) if dim is None else dim
    return ops.amin(input, axis, keepdim), ops.amax(input, axis, keepdim)
