"""The p-norm over windows of a picture."""

from mindspore import ops


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """As ``torch.nn.functional.lp_pool2d``."""
    kernel = (kernel_size, kernel_size) if isinstance(kernel_size, int) else tuple(kernel_size)
    step = kernel if stride is None else stride
    x = input if input.ndim == 4 else input.expand_dims(0)
    if norm_type == float("inf"):
        out = ops.max_pool2d(ops.abs(x), kernel, step, ceil_mode=ceil_mode)
    else:
        mean = ops.avg_pool2d(ops.pow(x, norm_type), kernel, step, 0, ceil_mode)
        out = ops.pow(ops.sign(mean) * ops.abs(mean) * (kernel[0] * kernel[1]), 1.0 / norm_type)
    return out if input.ndim == 4 else out.squeeze(0)
