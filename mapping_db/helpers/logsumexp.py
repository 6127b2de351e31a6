"""The logarithm of a sum of exponentials."""

from mindspore import ops


def logsumexp(input, dim, keepdim=False, *, out=None):
    """As ``torch.logsumexp``: of minus infinities alone minus infinity, where MindSpore's is ``nan``."""
    x = input if input.is_floating_point() else input.float()
    top = ops.stop_gradient(x.amax(dim, True))
    top = ops.where(ops.isfinite(top), top, ops.zeros_like(top))
    total = ops.log(ops.exp(x - top).sum(dim, keepdim=True)) + top
    return total if keepdim else total.squeeze(dim)
