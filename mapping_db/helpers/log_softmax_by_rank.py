from mindspore import ops


def log_softmax_by_rank(x):
    """``F.log_softmax`` without an axis: torch then takes the first axis of 0, 1 or 3 of them, else the second."""
    return ops.log_softmax(x, 0 if x.ndim in (0, 1, 3) else 1)
