"""The scaled exponential linear unit."""

from mindspore import ops


def selu(input, inplace=False):
    """As ``torch.nn.functional.selu``; the gradient of MindSpore's own is wrong on a CPU for negative values."""
    negative = 1.6732632423543772 * (ops.exp(ops.clamp(input, max=0.0)) - 1)
    return 1.0507009873554805 * (ops.relu(input) + negative)
