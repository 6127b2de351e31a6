"""Logarithms of the sums of exponentials so far along an axis."""


def logcumsumexp(input, dim, *, out=None):
    """As ``torch.logcumsumexp``; ``Tensor.logcumsumexp`` takes no tensor without axes."""
    return input.logcumsumexp(dim) if input.ndim else input
