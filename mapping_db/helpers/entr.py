# needs: xlogy
"""The entropy of probabilities, element by element."""

from mindspore import ops


def entr(input, *, out=None):
    """As ``torch.special.entr``: ``-x * log(x)``, 0 at 0, minus infinity below."""
    input = input if input.is_floating_point() else input.float()
    below = ops.full_like(input, float("-inf"))
    return ops.where(input < 0, below, -xlogy(input, input))
