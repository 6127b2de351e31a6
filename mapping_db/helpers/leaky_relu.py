from mindspore import ops


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """As ``torch.nn.functional.leaky_relu``; the slope of ``ops.leaky_relu`` is 0.2 unless given."""
    return ops.leaky_relu(input, negative_slope)
