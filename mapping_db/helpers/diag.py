"""The diagonal of a matrix, or a vector as one."""

from mindspore import ops


def diag(input, diagonal=0, *, out=None):
    """As ``torch.diag``: a vector becomes the ``diagonal`` of a matrix, of a matrix it is taken."""
    return ops.diagflat(input, diagonal) if input.ndim == 1 else ops.diagonal(input, diagonal)
