# needs: broadcast_tensors
"""The Hurwitz zeta function."""

from mindspore import Tensor, ops


def special_zeta(input, other, *, out=None):
    """As ``torch.special.zeta``; ``ops.zeta`` takes no shapes that differ."""
    if not (isinstance(input, Tensor) and isinstance(other, Tensor)):
        return ops.zeta(input, other)
    return ops.zeta(*broadcast_tensors(input, other))
