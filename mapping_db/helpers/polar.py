# needs: complex_tensor
"""A complex tensor of its size and angle."""

from mindspore import ops


def polar(abs, angle, *, out=None):
    """As ``torch.polar``; MindSpore's own reads beyond its arguments where they broadcast on a CPU."""
    return complex_tensor(abs * ops.cos(angle), abs * ops.sin(angle))
