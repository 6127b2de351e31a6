from mindspore import ops


def amin(input, dim=(), keepdim=False):
    """As ``torch.amin``, with its names of the arguments."""
    return ops.amin(input, None if dim == () else dim, keepdim)
