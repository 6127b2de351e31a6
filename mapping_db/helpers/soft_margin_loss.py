# needs: reduced
"""The logistic loss of labels 1 and -1."""

from mindspore import ops


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """As ``torch.nn.functional.soft_margin_loss``: of the type of ``input``."""
    return reduced(ops.log1p(ops.exp(-target * input)), reduction).to(input.dtype)
