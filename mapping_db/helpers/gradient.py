"""The slope of sampled values by differences of neighbours."""

from mindspore import ops


def gradient(input, *, spacing=1, dim=None, edge_order=1):
    """As ``torch.gradient`` for samples at equal distances: one tensor for each axis, a tuple of them."""
    if edge_order != 1:
        raise NotImplementedError("edge_order=2")
    axes = range(input.ndim) if dim is None else (dim,) if isinstance(dim, int) else dim
    steps = spacing if isinstance(spacing, (list, tuple)) else [spacing] * len(axes)
    out = []
    for axis, step in zip(axes, steps):
        x = ops.moveaxis(input, axis, -1)
        inner = (x[..., 2:] - x[..., :-2]) / 2
        slope = ops.cat([x[..., 1:2] - x[..., :1], inner, x[..., -1:] - x[..., -2:-1]], -1) / step
        out.append(ops.moveaxis(slope, -1, axis))
    return tuple(out)
