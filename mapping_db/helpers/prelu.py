"""A ReLU whose slope for negative numbers is a weight."""

from mindspore import ops


def prelu(input, weight):
    """As ``torch.nn.functional.prelu``: one weight, or one for each channel."""
    if weight.size > 1 and input.ndim > 1:
        weight = weight.reshape((1, -1) + (1,) * (input.ndim - 2))
    elif weight.size == 1:
        weight = weight.reshape(())
    positive = ops.relu(input)
    return positive + weight * (input - positive)
