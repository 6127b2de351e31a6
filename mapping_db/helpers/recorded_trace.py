# needs: recorded_diagonal


def recorded_trace(input):
    """As ``torch.trace``, for gradients of gradients."""
    return recorded_diagonal(input).sum()
