# needs: recorded_adaptive_avg_pool


def recorded_adaptive_avg_pool3d(input, output_size):
    """As ``torch.nn.functional.adaptive_avg_pool3d``, for gradients of gradients."""
    return recorded_adaptive_avg_pool(input, 3, output_size)
