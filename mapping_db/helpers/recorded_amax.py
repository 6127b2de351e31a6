# needs: recorded_extreme
from mindspore import ops


def recorded_amax(input, dim=(), keepdim=False):
    """As ``torch.amax``, for gradients of gradients."""
    return recorded_extreme(input, ops.amax, dim, keepdim)
