"""Positions of the elements that are not zero, one tensor for each axis."""

from mindspore import ops


def nonzero_tuple(condition, as_tuple=True):
    """As ``torch.nonzero(condition, as_tuple=True)`` and ``torch.where(condition)``."""
    return tuple(ops.nonzero(condition != 0).long().T)
