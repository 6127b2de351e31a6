# needs: complex_parts
"""A product of complex numbers, which MindSpore multiplies without a gradient."""

from mindspore import ops


def complex_product(a, b):
    """``a * b``, of which one at least is complex: Tensors, or one of Python's numbers."""
    (x, u), (y, v) = complex_parts(a), complex_parts(b)
    if u is None:
        return ops.Complex()(x * y, x * v) if v is not None else x * y
    return ops.Complex()(x * y, u * y) if v is None else ops.Complex()(x * y - u * v, x * v + u * y)
