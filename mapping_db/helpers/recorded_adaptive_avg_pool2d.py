# needs: recorded_adaptive_avg_pool


def recorded_adaptive_avg_pool2d(input, output_size):
    """As ``torch.nn.functional.adaptive_avg_pool2d``, for gradients of gradients."""
    return recorded_adaptive_avg_pool(input, 2, output_size)
