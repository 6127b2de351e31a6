import mindspore as ms
from mindspore import ops


def log1p(input):
    """``log(1 + input)`` to the last digits: a CPU rounds ``1 + input`` first, and has 0 for what is below 1e-7."""
    if input.dtype in (ms.float16, ms.bfloat16):
        return log1p(input.float()).to(input.dtype)
    plain = ops.log1p(input)
    if input.dtype not in (ms.float32, ms.float64):
        return plain
    whole = input + 1
    exact = ops.where(whole == 1, input, plain * (input / (whole - 1)))
    return plain + ops.stop_gradient(ops.where(ops.abs(input) < 0.5, exact - plain, ops.zeros_like(plain)))
