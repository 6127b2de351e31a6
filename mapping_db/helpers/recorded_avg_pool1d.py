# needs: recorded_avg_pool


def recorded_avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """As ``torch.nn.functional.avg_pool1d``, for gradients of gradients."""
    return recorded_avg_pool(input, 1, kernel_size, stride, padding, ceil_mode, count_include_pad, None)
