import mindspore as ms
from mindspore import ops


def exact_tanh(input):
    """``tanh`` to the last digits: the kernel of a CPU is off by up to 1e-4."""
    if input.dtype in (ms.float16, ms.bfloat16, ms.complex64, ms.complex128):
        return ops.tanh(input)
    x = input if input.is_floating_point() else input.float()
    e = ops.expm1(2 * ops.minimum(20.0, ops.maximum(-20.0, x)))  # in this order a CPU keeps nan
    return e / (e + 2)
