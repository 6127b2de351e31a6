"""Rising powers of elements along a new last axis."""

from mindspore import ops


def linalg_vander(x, *, N=None):
    """As ``torch.linalg.vander``."""
    x = x if x.ndim else x.reshape(1)
    return ops.stack([x**power for power in range(x.shape[-1] if N is None else N)], -1)
