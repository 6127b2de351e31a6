# needs: avg_pool
"""Averages over windows of a volume."""


def avg_pool3d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    """As ``torch.nn.functional.avg_pool3d``, with a batch axis or without."""
    return avg_pool(input, 3, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
