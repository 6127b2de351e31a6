from mindspore import ops


def recorded_elu(input, alpha=1.0, inplace=False):
    """As ``torch.nn.functional.elu``, for gradients of gradients."""
    positive = input > 0
    return ops.where(positive, input, alpha * (ops.exp(input.masked_fill(positive, 0.0)) - 1))
