"""A leaky ReLU whose slope is random while training."""

from mindspore import ops


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    """As ``torch.nn.functional.rrelu``: without training the slope is the middle of the two."""
    slope = (lower + upper) / 2
    if training:
        slope = lower + (upper - lower) * ops.rand_like(input)
    return ops.where(input > 0, input, input * slope)
