# needs: log1p
from mindspore import ops


def softplus(input, beta=1.0, threshold=20.0):
    """``F.softplus``, which a CPU takes for 0 far below zero: linear above the threshold."""
    scaled = input * beta
    soft = log1p(ops.exp(ops.minimum(float(threshold), scaled))) / beta  # in this order a CPU keeps nan
    return ops.where(scaled > threshold, input, soft)
