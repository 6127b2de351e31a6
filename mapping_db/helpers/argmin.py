"""Where the least element is, of all or along an axis."""

from mindspore import ops


def argmin(input, dim=None, keepdim=False):
    """As ``torch.argmin``: of all elements, MindSpore does not heed ``keepdim``."""
    if dim is not None:
        return ops.argmin(input, axis=dim, keepdims=keepdim).long()
    place = ops.argmin(input).long()
    return place.reshape((1,) * input.ndim) if keepdim else place
