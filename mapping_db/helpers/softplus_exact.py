from mindspore import ops


def softplus_exact(x):
    """``log(1 + exp(x))`` without overflow."""
    return ops.maximum(0.0, x) + ops.log1p(ops.exp(-ops.abs(x)))
