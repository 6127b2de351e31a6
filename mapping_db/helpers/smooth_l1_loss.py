from mindspore import ops


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """As ``torch.nn.functional.smooth_l1_loss``; ``ops.smooth_l1_loss`` reduces nothing unless told."""
    if size_average is not None or reduce is not None:
        reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
    if beta == 0:
        return ops.l1_loss(input, target, reduction=reduction)
    return ops.smooth_l1_loss(input, target, beta=beta, reduction=reduction)
