"""A product of complex numbers, which MindSpore multiplies without a gradient."""

from mindspore import Tensor, complex64, complex128, ops


def complex_product(a, b):
    """``a * b``, of which one at least is complex: Tensors, or one of Python's numbers."""
    (x, u), (y, v) = _parts(a), _parts(b)
    if u is None:
        return ops.Complex()(x * y, x * v) if v is not None else x * y
    return ops.Complex()(x * y, u * y) if v is None else ops.Complex()(x * y - u * v, x * v + u * y)


def _parts(number):
    if isinstance(number, Tensor):
        return (ops.real(number), ops.imag(number)) if number.dtype in (complex64, complex128) else (number, None)
    return (number.real, number.imag) if isinstance(number, complex) else (number, None)
