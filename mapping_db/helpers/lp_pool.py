from mindspore import ops


def lp_pool(pool, x, norm_type, count):
    """The power mean over each window: ``pool`` averages ``count`` values, or takes the largest where the norm is of infinity."""
    if norm_type == float("inf"):
        return pool(ops.abs(x))
    mean = pool(x**norm_type) * count
    return (ops.sign(mean) * ops.abs(mean)) ** (1.0 / norm_type)
