from mindspore import ops


def scatter_value(x, dim, index, value):
    """``x`` with the number ``value`` at the places of ``index``, whatever the data type of ``x``."""
    return x.scatter(dim, index, ops.full(index.shape, value, dtype=x.dtype))
