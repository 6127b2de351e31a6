from mindspore import ops


def amax(input, dim=(), keepdim=False):
    """As ``torch.amax``, with its names of the arguments."""
    return ops.amax(input, None if dim == () else dim, keepdim)
