"""Positions in a flattened tensor as positions along its axes."""

from mindspore import ops


def unravel_index(indices, shape):
    """As ``torch.unravel_index``: one tensor of positions for each axis."""
    out = []
    for size in reversed((shape,) if isinstance(shape, int) else tuple(shape)):
        out.append(indices % size)
        indices = ops.floor_divide(indices, size)
    return tuple(reversed(out))
