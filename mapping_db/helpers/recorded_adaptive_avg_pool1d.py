# needs: recorded_adaptive_avg_pool


def recorded_adaptive_avg_pool1d(input, output_size):
    """As ``torch.nn.functional.adaptive_avg_pool1d``, for gradients of gradients."""
    return recorded_adaptive_avg_pool(input, 1, output_size)
