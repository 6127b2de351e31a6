# needs: reduced_loss
from mindspore import ops


def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    """As torch's. On a CPU the gradient of MindSpore's own mean goes on with the number of elements of the first call."""
    if size_average is not None or reduce is not None:
        reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
    loss = ops.binary_cross_entropy_with_logits(input, target, weight, pos_weight, reduction="none")
    return reduced_loss(loss, reduction)
