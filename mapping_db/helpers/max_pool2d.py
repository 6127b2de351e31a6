from mindspore import ops


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """As ``torch.nn.functional.max_pool2d``, with its order of the arguments."""
    kernel = tuple(kernel_size) if isinstance(kernel_size, list) else kernel_size
    return ops.max_pool2d(input, kernel, stride, padding, dilation, return_indices, ceil_mode)
