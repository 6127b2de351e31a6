"""A matrix with another value on its diagonal."""

from mindspore import ops


def fill_diagonal(input, fill_value, wrap=False):
    """What ``Tensor.fill_diagonal_`` leaves; with ``wrap`` the diagonal goes on below a square block of a tall matrix."""
    rows, columns = input.shape[0], input.shape[-1]
    if input.ndim == 2:
        row, column = ops.arange(rows).expand_dims(1), ops.arange(columns).expand_dims(0)
        on = (row % (columns + 1) == column) if wrap else row == column
    else:
        place = ops.meshgrid(*(ops.arange(size) for size in input.shape), indexing="ij")
        on = place[0] == place[1]
        for other in place[2:]:
            on = ops.logical_and(on, place[0] == other)
    # On a CPU, ``masked_fill`` takes no whole number for a tensor of floats.
    return ops.where(on, ops.full_like(input, fill_value), input)
