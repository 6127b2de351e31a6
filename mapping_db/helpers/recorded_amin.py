# needs: recorded_extreme
from mindspore import ops


def recorded_amin(input, dim=(), keepdim=False):
    """As ``torch.amin``, for gradients of gradients."""
    return recorded_extreme(input, ops.amin, dim, keepdim)
