"""A tensor rolled along its axes."""

from mindspore import ops


def roll(input, shifts, dims=None):
    """What leaves at one end comes in at the other; without ``dims`` the flattened tensor is rolled."""
    shape = input.shape
    if dims is None:
        input, dims = input.reshape(-1), 0
    if isinstance(shifts, int):
        shifts, dims = (shifts,), (dims,) if isinstance(dims, int) else dims
    for shift, dim in zip(shifts, (dims,) if isinstance(dims, int) else dims):
        size = input.shape[dim]
        shift = shift % size if size else 0
        if shift:
            head, tail = ops.split(input, [size - shift, shift], dim)
            input = ops.cat((tail, head), dim)
    return input.reshape(shape)
