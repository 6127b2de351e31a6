"""Sampling of pictures at given places."""

from mindspore import ops


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """As ``torch.nn.functional.grid_sample``, bicubic too, which MindSpore lacks on a CPU."""
    if mode != "bicubic":
        return ops.grid_sample(input, grid, mode, padding_mode, bool(align_corners))
    height, width = input.shape[2:]
    x, y = (_unnormal(grid[..., axis], n, align_corners) for axis, n in ((0, width), (1, height)))
    x0, y0 = ops.floor(x), ops.floor(y)
    across, down = _weights(x - x0), _weights(y - y0)
    flat = input.reshape(*input.shape[:2], -1)
    out = 0
    for i in range(4):
        row, inside_row = _kept(y0 + (i - 1), height, padding_mode, align_corners)
        for j in range(4):
            column, inside = _kept(x0 + (j - 1), width, padding_mode, align_corners)
            places = (row * width + column).long().reshape(grid.shape[0], 1, -1)
            places = ops.broadcast_to(places, (*input.shape[:2], places.shape[-1]))
            pixels = ops.gather_elements(flat, 2, places).reshape(*input.shape[:2], *grid.shape[1:3])
            weight = across[j] * down[i]
            if padding_mode == "zeros":
                weight = weight * (inside & inside_row).to(weight.dtype)
            out = out + pixels * weight.expand_dims(1)
    return out


def _unnormal(place, length, align_corners):
    """From -1 to 1 to pixels."""
    return (place + 1) / 2 * (length - 1) if align_corners else ((place + 1) * length - 1) / 2


def _kept(place, length, padding_mode, align_corners):
    """The pixel that stands for one that may lie outside, and whether it lies inside."""
    inside = (place >= 0) & (place < length)
    if padding_mode == "reflection":
        low, span = (0, length - 1) if align_corners else (-0.5, length)
        away = ops.abs(place - low)
        turns = ops.floor(away / span) if span else ops.zeros_like(away)
        rest = away - turns * span
        place = ops.where(turns % 2 == 0, rest + low, span - rest + low)
    return place.clamp(0, length - 1), inside


def _weights(t):
    """Of the four neighbours along an axis, ``t`` after the second (cubic convolution, a = -0.75)."""
    a = -0.75

    def inner(d):
        return ((a + 2) * d - (a + 3)) * d * d + 1

    def outer(d):
        return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a

    return outer(t + 1), inner(t), inner(1 - t), outer(2 - t)
