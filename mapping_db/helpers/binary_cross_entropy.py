"""Cross entropy of probabilities and targets between 0 and 1."""

from mindspore import ops


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """As ``torch.nn.functional.binary_cross_entropy``: logarithms end at -100; MindSpore's own errs on single elements."""
    if size_average is not None or reduce is not None:
        reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
    x, still = input, ops.stop_gradient(input)
    lowest = ops.full_like(still, -100.0)  # where torch cuts the logarithm
    positive = ops.where(still > 1e-37, ops.log(still.clamp(min=1e-37)), lowest)
    negative = ops.where(still < 1, ops.log((1 - still).clamp(min=1e-37)), lowest)
    # Where the input is 0 or 1 the logarithm has no gradient; torch's is (input - target) / 1e-12 there.
    inner = still * (1 - still) > 1e-12
    within = ops.where(inner, x, ops.full_like(still, 0.5))
    steep = (x * x / 2 - x * ops.stop_gradient(target)) / 1e-12
    at_the_end = steep - ops.stop_gradient(steep) - (target * positive + (1 - target) * negative)
    loss = ops.where(inner, -(target * ops.log(within) + (1 - target) * ops.log(1 - within)), at_the_end)
    if weight is not None:
        loss = loss * weight
    if reduction == "none":
        return loss
    return loss.mean() if reduction == "mean" else loss.sum()
