# needs: broadcast_tensors
"""The next number towards another."""

from mindspore import ops


def nextafter(input, other, *, out=None):
    """As ``torch.nextafter``; ``ops.nextafter`` is wrong for shapes that differ."""
    return ops.nextafter(*broadcast_tensors(input, other))
