"""Where the greatest element is, of all or along an axis."""


def argmax(input, dim=None, keepdim=False):
    """As ``torch.argmax``: of all elements, MindSpore does not heed ``keepdim``."""
    if dim is not None:
        return input.argmax(dim, keepdim)
    place = input.argmax(dim=None)
    return place.reshape((1,) * input.ndim) if keepdim else place
