"""Combinations of a vector's elements."""

from mindspore import ops


def combinations(input, r=2, with_replacement=False):
    """As ``torch.combinations``: one in each row."""
    found = ops.combinations(input, r, with_replacement)
    return found if found.shape[0] else ops.zeros((0, r), input.dtype)
