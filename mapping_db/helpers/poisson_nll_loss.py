# needs: reduced
"""The negative log likelihood of counts."""

import math

from mindspore import ops


def poisson_nll_loss(
    input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"
):
    """As ``torch.nn.functional.poisson_nll_loss``; ``full`` adds Stirling's term."""
    loss = ops.exp(input) - target * input if log_input else input - target * ops.log(input + eps)
    if full:
        count = ops.maximum(target, 1.0)
        stirling = count * ops.log(count) - count + 0.5 * ops.log(2 * math.pi * count)
        loss = loss + ops.where(target > 1, stirling, ops.zeros_like(stirling))
    return reduced(loss, reduction)
