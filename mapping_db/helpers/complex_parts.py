from mindspore import Tensor, complex64, complex128, ops


def complex_parts(number):
    """The real part of a Tensor or of one of Python's numbers, and the imaginary one: None where it is not complex."""
    if isinstance(number, Tensor):
        return (ops.real(number), ops.imag(number)) if number.dtype in (complex64, complex128) else (number, None)
    return (number.real, number.imag) if isinstance(number, complex) else (number, None)
