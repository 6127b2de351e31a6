"""Cross entropy of probabilities and targets between 0 and 1."""

from mindspore import ops


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """As ``torch.nn.functional.binary_cross_entropy``: logarithms end at -100; MindSpore's own errs on single elements."""
    if size_average is not None or reduce is not None:
        reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
    tiny = 3.783506e-44  # exp(-100): where torch cuts the logarithm
    positive = ops.log(input.clamp(min=tiny)).clamp(min=-100.0)
    negative = ops.log((1 - input).clamp(min=tiny)).clamp(min=-100.0)
    loss = -(target * positive + (1 - target) * negative)
    if weight is not None:
        loss = loss * weight
    if reduction == "none":
        return loss
    return loss.mean() if reduction == "mean" else loss.sum()
