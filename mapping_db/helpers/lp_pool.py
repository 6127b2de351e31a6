from mindspore import ops


def lp_pool(pool, x, norm_type, count):
    """The power mean over each window: ``pool`` averages ``count`` values."""
    mean = pool(x**norm_type) * count
    return (ops.sign(mean) * ops.abs(mean)) ** (1.0 / norm_type)
