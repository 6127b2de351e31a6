# needs: recorded_unbind


def recorded_prod(input, dim=None, keepdim=False, *, dtype=None):
    """As ``torch.prod``, for gradients of gradients."""
    x = input if dtype is None else input.astype(dtype)
    factors = recorded_unbind(x.reshape(-1) if dim is None else x, 0 if dim is None else dim)
    out = factors[0]
    for factor in factors[1:]:
        out = out * factor
    return out.expand_dims(dim) if keepdim and dim is not None else out
