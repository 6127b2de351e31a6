# needs: xlogy
"""The Kullback-Leibler divergence as a loss."""

from mindspore import ops


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """As ``torch.nn.functional.kl_div``; MindSpore's own gives the target no gradient on a CPU."""
    if size_average is not None or reduce is not None:
        reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
    loss = ops.exp(target) * (target - input) if log_target else xlogy(target, target) - target * input
    if reduction == "mean":
        return loss.mean()
    if reduction == "batchmean" and input.ndim:
        return loss.sum() / input.shape[0]
    return loss if reduction == "none" else loss.sum()
