from mindspore import ops


def softplus_exact(x):
    """``log(1 + exp(x))`` without overflow."""
    return ops.relu(x) + ops.log1p(ops.exp(-ops.abs(x)))
