# needs: recorded_max_pool


def recorded_max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """As ``torch.nn.functional.max_pool1d``, for gradients of gradients."""
    return recorded_max_pool(input, 1, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
