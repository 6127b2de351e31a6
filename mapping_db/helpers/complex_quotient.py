# needs: complex_parts
"""A quotient of complex numbers, whose gradient is conjugated in MindSpore."""

from mindspore import Tensor, ops


def complex_quotient(a, b):
    """``a / b``, of which one at least is complex: Tensors, or one of Python's numbers."""
    (x, u), (y, v) = complex_parts(a), complex_parts(b)
    if v is None:
        return ops.Complex()(x / y, u / y)
    if isinstance(y, Tensor):  # scaled, so that no square of a large or a small number is none
        large = ops.stop_gradient(ops.maximum(ops.abs(y), ops.abs(v)))
        large = ops.where(large == 0, ops.ones_like(large), large)
    else:
        large = max(abs(y), abs(v))
    y, v = y / large, v / large
    whole = (y * y + v * v) * large
    if u is None:
        return ops.Complex()(x * y / whole, -x * v / whole)
    return ops.Complex()((x * y + u * v) / whole, (u * y - x * v) / whole)
