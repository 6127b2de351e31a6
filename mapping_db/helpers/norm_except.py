from mindspore import ops


def norm_except(v, dim):
    """The norm of ``v`` over every axis but one, which keeps its place; over all axes, as one number, without ``dim``."""
    if dim is None:
        return ops.sqrt((v * v).sum())
    axes = tuple(axis for axis in range(v.ndim) if axis != dim % v.ndim)
    return ops.sqrt((v * v).sum(axes, keepdims=True)) if axes else ops.abs(v)
