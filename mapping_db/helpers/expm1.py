import mindspore as ms
from mindspore import ops


def expm1(input):
    """``exp(input) - 1`` to the last digits: a CPU rounds ``exp(input)`` first, and has 0 for what is below 1e-7."""
    if input.dtype in (ms.float16, ms.bfloat16):
        return expm1(input.float()).to(input.dtype)
    plain = ops.expm1(input)
    if input.dtype not in (ms.float32, ms.float64):
        return plain
    exact = ops.where(plain == 0, input, plain * (input / ops.log1p(plain)))
    return plain + ops.stop_gradient(ops.where(ops.abs(input) < 0.5, exact - plain, ops.zeros_like(plain)))
