# needs: reduced
"""How far the right class is not ahead of the others by a margin."""

from mindspore import ops


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
    """As ``torch.nn.functional.multi_margin_loss``, of a batch or of one sample."""
    x = input if input.ndim == 2 else input.reshape(1, -1)
    labels = target.reshape(-1, 1).long()
    lack = ops.relu(margin - ops.gather_elements(x, 1, labels) + x) ** p
    if weight is not None:
        lack = lack * ops.gather(weight, labels, 0)
    others = ops.arange(x.shape[1]).expand_dims(0) != labels
    loss = (lack * others.to(x.dtype)).sum(1) / x.shape[1]
    return reduced(loss if input.ndim == 2 else loss.squeeze(0), reduction)
