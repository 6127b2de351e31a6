# needs: weighed_loss
from mindspore import ops


def recorded_smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """As ``torch.nn.functional.smooth_l1_loss``, for gradients of gradients."""
    apart = input - target
    far = apart.abs()
    losses = ops.where(far < beta, 0.5 * apart * apart / beta, far - 0.5 * beta) if beta else far
    return weighed_loss(losses, max(losses.size, 1), size_average, reduce, reduction)
