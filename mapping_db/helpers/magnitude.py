"""How large numbers are."""

from mindspore import Tensor, ops


def magnitude(input, *, out=None):
    """As ``torch.abs``: of complex numbers it is real, which MindSpore's ``abs`` forgets."""
    return ops.ComplexAbs()(input) if isinstance(input, Tensor) and input.is_complex() else abs(input)
