# needs: weighed_loss
from mindspore import ops


def recorded_binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    """As ``torch.nn.functional.binary_cross_entropy_with_logits``, for gradients of gradients."""
    low = input.masked_fill(input > 0, 0.0)  # log(sigmoid(x)) out of powers that are never great
    log_sigmoid = low - ops.log1p(ops.exp(2 * low - input))
    scale = 1 if pos_weight is None else 1 + (pos_weight - 1) * target
    losses = (1 - target) * input - scale * log_sigmoid
    losses = losses if weight is None else losses * weight
    return weighed_loss(losses, max(losses.size, 1), size_average, reduce, reduction)
