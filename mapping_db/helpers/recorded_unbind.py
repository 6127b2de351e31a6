def recorded_unbind(input, dim=0):
    """As ``torch.unbind``, for gradients of gradients."""
    before = (slice(None),) * (dim % input.ndim)
    return tuple(input[(*before, i)] for i in range(input.shape[dim]))
