# needs: recorded_avg_pool


def recorded_avg_pool3d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    """As ``torch.nn.functional.avg_pool3d``, for gradients of gradients."""
    return recorded_avg_pool(input, 3, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
