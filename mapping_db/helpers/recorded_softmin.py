# needs: recorded_softmax


def recorded_softmin(input, dim=None, _stacklevel=3, dtype=None):
    """As ``torch.nn.functional.softmin``, for gradients of gradients."""
    return recorded_softmax(-input, dim, dtype=dtype)
