"""Powers of a vector's elements, side by side."""

from mindspore import ops


def vander(x, N=None, increasing=False):
    """As ``torch.vander``: ``N`` powers, falling unless ``increasing``."""
    x = x if x.is_floating_point() or x.is_complex() else x.long()
    count = x.shape[0] if N is None else N
    powers = range(count) if increasing else range(count - 1, -1, -1)
    return ops.stack([x**power for power in powers], -1)
