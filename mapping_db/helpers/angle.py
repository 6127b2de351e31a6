"""The angle of numbers in the complex plane."""

import math

from mindspore import float32, ops


def angle(input, *, out=None):
    """As ``torch.angle``: for a real number, 0 or pi."""
    if input.is_complex():
        return ops.atan2(ops.imag(input), ops.real(input))
    if not input.is_floating_point():
        input = input.astype(float32)
    return ops.where(input < 0, ops.full_like(input, math.pi), input * 0)
