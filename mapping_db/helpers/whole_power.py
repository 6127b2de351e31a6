"""Powers of whole numbers."""

from mindspore import Tensor, ops


def whole_power(base, exponent):
    """``base ** exponent``, wrapping around as torch's does; MindSpore's goes by way of floating-point numbers."""
    if any(isinstance(one, float) or isinstance(one, Tensor) and one.is_floating_point() for one in (base, exponent)):
        return base**exponent
    if not isinstance(exponent, Tensor):
        exponent = int(exponent)
        if exponent < 0:
            raise RuntimeError("Integers to negative integer powers are not allowed.")
        result, square = ops.ones_like(base), base
        while exponent:
            result = result * square if exponent & 1 else result
            square, exponent = square * square, exponent >> 1
        return result
    base = base if isinstance(base, Tensor) else ops.full_like(exponent, base)
    square = base + ops.zeros_like(exponent)
    result, rest = ops.ones_like(square), ops.maximum(exponent, ops.zeros_like(exponent))
    while exponent.size and int(rest.max()):
        result = ops.where(rest % 2 == 1, result * square, result)
        square, rest = square * square, ops.floor_divide(rest, 2)
    # Of what is raised to less than 0, only 1 and -1 give something else than 0.
    of_one = ops.where(base == -1, 1 - exponent % 2 * 2, (base == 1).astype(result.dtype))
    return ops.where(exponent < 0, of_one.astype(result.dtype), result)
