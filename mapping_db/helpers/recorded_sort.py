# needs: recorded_gather, sort
from mindspore import ops


def recorded_sort(input, dim=-1, descending=False, stable=False):
    """As ``torch.sort``, for gradients of gradients."""
    _, places = sort(ops.stop_gradient(input), dim, descending, stable)
    return recorded_gather(input, dim, places), places
