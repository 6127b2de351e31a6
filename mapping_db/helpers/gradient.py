"""The slope of sampled values by differences of neighbours."""

from mindspore import Tensor, ops


def gradient(input, *, spacing=1, dim=None, edge_order=1):
    """As ``torch.gradient``: one tensor for each axis. ``spacing``: a distance, or for each axis one, or coordinates."""
    axes = range(input.ndim) if dim is None else (dim,) if isinstance(dim, int) else dim
    spacing = 1 if spacing is None else spacing
    steps = spacing if isinstance(spacing, (list, tuple)) else [spacing] * len(axes)
    out = []
    for axis, step in zip(axes, steps):
        x = ops.moveaxis(input, axis, -1)
        if isinstance(step, Tensor) and step.ndim:
            gaps = (step[1:] - step[:-1]).to(x.dtype)
        else:
            gaps = ops.full((x.shape[-1] - 1,), float(step), dtype=x.dtype)
        slopes = (x[..., 1:] - x[..., :-1]) / gaps
        before, after = gaps[:-1], gaps[1:]
        inner = (slopes[..., :-1] * after + slopes[..., 1:] * before) / (before + after)
        first, final = slopes[..., :1], slopes[..., -1:]
        if edge_order == 2:
            bend = (slopes[..., 1:] - slopes[..., :-1]) / (before + after)
            first, final = first - bend[..., :1] * gaps[:1], final + bend[..., -1:] * gaps[-1:]
        out.append(ops.moveaxis(ops.cat([first, inner, final], -1), -1, axis))
    return tuple(out)
