# needs: reduced
from mindspore import ops


def sigmoid_focal_loss(inputs, targets, alpha=0.25, gamma=2, reduction="none"):
    """As ``torchvision.ops.sigmoid_focal_loss``: binary cross entropy that counts what is well classified less."""
    p = ops.sigmoid(inputs)
    entropy = ops.maximum(0.0, inputs) - inputs * targets + ops.log1p(ops.exp(-ops.abs(inputs)))
    missed = p + targets - 2 * p * targets
    loss = entropy * missed**gamma
    if alpha >= 0:
        loss = (alpha * targets + (1 - alpha) * (1 - targets)) * loss
    return reduced(loss, reduction)
