# needs: avg_pool1d, max_pool1d
"""The p-norm over windows of a sequence."""

from mindspore import ops


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """As ``torch.nn.functional.lp_pool1d``."""
    kernel = kernel_size if isinstance(kernel_size, int) else kernel_size[0]
    if norm_type == float("inf"):
        return max_pool1d(ops.abs(input), kernel, stride, ceil_mode=ceil_mode)
    mean = avg_pool1d(ops.pow(input, norm_type), kernel, stride, 0, ceil_mode)
    return ops.pow(ops.sign(mean) * ops.abs(mean) * kernel, 1.0 / norm_type)
